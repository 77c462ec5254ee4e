import { type ReactNode, useState } from 'react';
import type { AnswerOf, CallOf, Webhook } from '../api/client.ts';
import { sentence, t } from '../texts/texts.ts';
import { ConfirmedAction } from './action.tsx';
import { Alert } from './alert.tsx';
import { ChoiceField, choicesOf } from './fields.tsx';
import { Section } from './page.tsx';
import type { Done } from './use-submit.ts';
import { CopyBelow, SecretOnce, Time } from './values.tsx';

/** How long an old secret keeps working, in seconds. */
const graces = choicesOf(t.ui.graces);

type Rotating = 'api-keys.rotate' | 'webhooks.rotate-secret' | 'authorization-endpoints.rotate';

/** “Rotate API Key”: a new secret, and how long the one before keeps working. */
export const Rotation = <Id extends Rotating>(
  props: Done<AnswerOf<Id>> & {
    readonly route: Id;
    readonly variant?: 'primary';
    readonly call: (grace_seconds: number) => CallOf<Id>;
    /** The label of the choice how long the old secret still works, and the hint what to do in that time. */
    readonly label: string;
    readonly hint: string;
    /** Further choices. */
    readonly choices?: ReactNode;
    /** The meaning of a rotation. */
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

/** The keys that sign for a webhook or an authorization endpoint, and their rotation; a new secret is shown once. */
export const SigningKeys = <
  Id extends 'webhooks.rotate-secret' | 'authorization-endpoints.rotate',
>(props: {
  readonly route: Id;
  readonly secrets: Webhook['secrets'];
  readonly description: string;
  readonly call: (grace_seconds: number) => CallOf<Id>;
  readonly success: string;
  /** The meaning of a rotation. */
  readonly meaning: string;
  readonly choices?: ReactNode;
  readonly children?: ReactNode;
}) => {
  const { secrets, description, meaning, children, ...rotation } = props;
  const [created, setCreated] = useState<AnswerOf<Id> | null>(null);
  const rotate = (
    <Rotation<Id>
      {...rotation}
      onDone={setCreated}
      label={t.all.theOldKeyAlsoSigns}
      hint={t.all.giveTheNewKeyTo}
    >
      {meaning}
    </Rotation>
  );
  return (
    <Section title={t.all.secretKey} description={description} actions={rotate}>
      {created && signatureOf(created) === 'hmac' && (
        <SecretOnce name={t.all.secretKey} secret={created.secret} />
      )}
      <ul className="plain-list">
        {secrets.map(({ version, created_at, expires_at, public_key }) => (
          <li key={version}>
            {sentence(expires_at === null ? t.webhooks.secretInUse : t.webhooks.secretUntil, {
              version,
              created: <Time at={created_at} />,
              until: <Time at={expires_at} />,
            })}
            {public_key && <CopyBelow name={t.all.publicKey} value={public_key} />}
          </li>
        ))}
      </ul>
      {children}
    </Section>
  );
};

/** How requests are signed now. The newest key is the first; a private key has no secret to show. */
export const signatureOf = ({ secrets: [newest] }: Pick<Webhook, 'secrets'>) =>
  newest?.public_key === undefined ? 'hmac' : 'ed25519';
