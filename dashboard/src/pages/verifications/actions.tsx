import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Verification } from '../../api/objects.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';

type Verb = Verification['allowed_actions'][number];

const meanings: Readonly<Record<Verb, string>> = {
  submit: 'The documents attached now are reviewed.',
  cancel: 'The verification ends. You can start another one.',
};

/** What can be done with a verification. */
export const VerificationActions = ({ verification }: { readonly verification: Verification }) => (
  <SpaceBetween direction="horizontal" size="xs">
    {verification.allowed_actions.map((verb) => (
      <Act key={`${verb} ${verification.version}`} verification={verification} verb={verb} />
    ))}
  </SpaceBetween>
);

const Act = ({ verification, verb }: { readonly verification: Verification; readonly verb: Verb }) => {
  const [done, setDone] = useState(false);
  const acting = useSubmit({
    send: (api, verification_id: string, idempotencyKey) =>
      api.verifications[verb]({ params: { verification_id }, body: {}, idempotencyKey }),
    onDone: () => setDone(true),
  });
  return (
    <ConfirmedAction
      route={`verifications.${verb}`}
      name={`${words(verb)} verification`}
      variant={verb === 'submit' ? 'primary' : 'normal'}
      sending={acting}
      done={done}
      onConfirm={() => acting.submit(verification.id)}
    >
      {meanings[verb]}
    </ConfirmedAction>
  );
};
