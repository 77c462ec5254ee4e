import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Verification } from '../../api/objects.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { ChoiceField } from '../../ui/form.tsx';
import { Go, useGo } from '../../ui/go.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../ui/words.ts';

const moving_ms = 3_000;

/** The verifications of a customer, and how to begin one. */
export const Verifications = ({ customerId: customer_id }: { readonly customerId: string }) => (
  <ListTable<Verification>
    title="Verifications"
    of={['verifications', customer_id]}
    read={(api, page, signal) => api.verifications.list({ params: { customer_id }, query: page, signal })}
    idOf={({ id }) => id}
    follow={(items) => (items.some(({ status }) => status === 'processing') ? moving_ms : false)}
    empty="The identity was not checked yet: begin a verification."
    actions={<Begin customerId={customer_id} />}
    columns={[
      { name: 'Level', cell: ({ id, level }) => <Go to={`/verifications/${id}`}>{words(level)}</Go>, width: 120 },
      { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 150 },
      { name: 'Why', cell: ({ last_error }) => last_error?.message ?? '–', width: 240 },
      { name: 'Submitted', cell: ({ submitted_at }) => <Time at={submitted_at} />, width: 125 },
      { name: 'Decided', cell: ({ decided_at }) => <Time at={decided_at} />, width: 125 },
    ]}
  />
);

const levels = [
  { value: 'standard', label: 'Standard', description: 'A government document and a selfie' },
  { value: 'enhanced', label: 'Enhanced', description: 'A proof of address besides' },
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
      name="Begin verification"
      sending={beginning}
      done={false}
      onConfirm={() => beginning.submit({ level })}
    >
      <SpaceBetween size="m">
        <div>The page of the verification says step by step what is missing.</div>
        <ChoiceField label="Level" value={level} options={levels} onChange={setLevel} />
      </SpaceBetween>
    </ConfirmedAction>
  );
};
