import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSubmit } from '../../api/use-submit.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { ChoiceField } from '../../ui/form.tsx';
import { useGo } from '../../ui/go.tsx';
import { VerificationTable } from '../verifications/verification-table.tsx';

/** The verifications of a customer, and how to begin one. */
export const Verifications = ({ customerId: customer_id }: { readonly customerId: string }) => (
  <VerificationTable
    of={{ customer_id }}
    empty="No verifications yet. Start one."
    actions={<Begin customerId={customer_id} />}
  />
);

const levels = [
  { value: 'standard', label: 'Standard', description: 'A government document and a selfie' },
  { value: 'enhanced', label: 'Enhanced', description: 'Also a proof of address' },
] as const;
type Level = (typeof levels)[number]['value'];

const Begin = ({ customerId: customer_id }: { readonly customerId: string }) => {
  const go = useGo();
  const [search] = useSearchParams();
  const [level, setLevel] = useState<Level>(search.get('begin') === 'enhanced' ? 'enhanced' : 'standard');
  const beginning = useSubmit({
    send: (api, body: { level: Level }, idempotencyKey) =>
      api.verifications.create({ params: { customer_id }, body, idempotencyKey }),
    onDone: ({ id }) => go(`/verifications/${id}`),
  });
  return (
    <ConfirmedAction
      route="verifications.create"
      name="Start verification"
      sending={beginning}
      done={false}
      onConfirm={() => beginning.submit({ level })}
    >
      <SpaceBetween size="m">
        <div>The next page shows step by step what is missing.</div>
        <ChoiceField label="Level" value={level} options={levels} onChange={setLevel} />
      </SpaceBetween>
    </ConfirmedAction>
  );
};
