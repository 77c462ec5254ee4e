import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import type { Verification } from '../../api/objects.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { useFlash } from '../../ui/flashes.tsx';
import { ChoiceField } from '../../ui/form.tsx';
import { useGo } from '../../ui/go.tsx';

type Reason = Parameters<Api['verifications']['reject']>[0]['body'];
type Codes = { readonly [code in Reason['code']]?: string };

const rejections: Codes = {
  suspected_fraud: 'The documents or the person are not genuine',
  sanctions_match: 'The person is on a sanctions list',
};

const requests: Codes = {
  document_expired: 'A document has expired',
  document_unreadable: 'A document cannot be read',
  document_type_not_supported: 'This type of document is not supported',
  name_mismatch: 'The name does not match the document',
  date_of_birth_mismatch: 'The date of birth does not match the document',
  address_mismatch: 'The address does not match the document',
  selfie_mismatch: 'The selfie does not match the document',
  under_minimum_age: 'The document shows an age below the minimum',
};

/** Approve, reject, or ask again. */
export const Decisions = ({ verification }: { readonly verification: Verification }) => (
  <SpaceBetween direction="horizontal" size="xs">
    <Decision
      verification={verification}
      verb="requestInput"
      route="verifications.request-input"
      name="Request new documents"
      meaning="The customer sees the reason and can send new documents or correct the profile."
      codes={requests}
    />
    <Decision
      verification={verification}
      verb="reject"
      route="verifications.reject"
      name="Reject"
      meaning="This verification fails and cannot be reopened. The customer does not see the reason."
      codes={rejections}
    />
    <Approve verification={verification} />
  </SpaceBetween>
);

/** What a decision is over: a verification as the person looked at it, and no other version of it. */
const overOf = ({ id, version }: Verification) => ({ params: { verification_id: id }, ifMatch: `"${version}"` });

type Over = ReturnType<typeof overOf>;

const useDecided = (): ((done: string) => void) => {
  const go = useGo();
  const flash = useFlash();
  return (done) => {
    flash({ type: 'success', text: done });
    go('/reviews');
  };
};

const Approve = ({ verification }: { readonly verification: Verification }) => {
  const decided = useDecided();
  const approval = useSubmit({
    send: (api, over: Over, idempotencyKey) => api.verifications.approve({ ...over, body: {}, idempotencyKey }),
    onDone: () => decided('The identity was approved. The customer is verified.'),
  });
  return (
    <ConfirmedAction
      route="verifications.approve"
      name="Approve"
      variant="primary"
      sending={approval}
      done={false}
      onConfirm={() => approval.submit(overOf(verification))}
    >
      The documents match the profile. Your name is recorded with the decision.
    </ConfirmedAction>
  );
};

const Decision = (props: {
  readonly verification: Verification;
  readonly verb: 'reject' | 'requestInput';
  readonly route: 'verifications.reject' | 'verifications.request-input';
  readonly name: string;
  readonly meaning: string;
  readonly codes: Codes;
}) => {
  const { verification, verb, route, name, meaning, codes } = props;
  const options = (Object.entries(codes) as [Reason['code'], string][]).map(([value, label]) => ({ value, label }));
  const [code, setCode] = useState<Reason['code'] | ''>('');
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const decided = useDecided();
  const decision = useSubmit({
    send: (api, body: Reason, idempotencyKey) =>
      api.verifications[verb]({ ...overOf(verification), body, idempotencyKey }),
    onDone: ({ status }) => decided(`Decision saved: ${words(status).toLowerCase()}.`),
  });
  const confirm = () => {
    if (code === '') return setMissing(true);
    return decision.submit({ code, ...(note.trim() !== '' && { internal_note: note.trim() }) });
  };
  return (
    <ConfirmedAction route={route} name={name} sending={decision} done={false} onConfirm={confirm}>
      <SpaceBetween size="m">
        <div>{meaning}</div>
        <ChoiceField
          label="Reason"
          value={code}
          options={options}
          error={missing && code === '' ? 'Choose a reason.' : undefined}
          onChange={setCode}
        />
        <FormField
          label="Internal note (optional)"
          constraintText="Only your team sees it. It is not part of any response, event or log."
        >
          <Textarea value={note} onChange={({ detail }) => setNote(detail.value)} />
        </FormField>
      </SpaceBetween>
    </ConfirmedAction>
  );
};
