import { Alert } from '@cloudscape-design/components';
import { type ReactNode, useState } from 'react';
import type { AnswerOf, CallOf } from '../api/client.ts';
import { t } from '../texts/texts.ts';
import { ConfirmedAction } from './action.tsx';
import { ChoiceField, choicesOf } from './form.tsx';
import type { Done } from './use-submit.ts';

/** How long an old secret keeps working, in seconds. */
const graces = choicesOf(t.ui.graces);

type Rotating = 'api-keys.rotate' | 'webhooks.rotate-secret' | 'authorization-endpoints.rotate';

/** “Rotate API Key”: a new secret, and how long the one before keeps working. */
export const Rotation = <Id extends Rotating>(
  props: Done<AnswerOf<Id>> & {
    readonly route: Id;
    readonly variant?: 'primary';
    readonly call: (grace_seconds: number) => CallOf<Id>;
    /** What is chosen: how long the old secret still works, and what to do in that time. */
    readonly label: string;
    readonly hint: string;
    /** What else is chosen. */
    readonly choices?: ReactNode;
    /** What it means. */
    readonly children: ReactNode;
  },
) => {
  const { label, hint, choices, children, call, ...action } = props;
  const [grace, setGrace] = useState<keyof typeof t.ui.graces>('86400');
  return (
    <ConfirmedAction<Id> {...action} name={t.ui.rotateApiKey} call={call(Number(grace))}>
      <Alert type="warning">{children}</Alert>
      <ChoiceField label={label} hint={hint} value={grace} options={graces} onChange={setGrace} />
      {choices}
    </ConfirmedAction>
  );
};
