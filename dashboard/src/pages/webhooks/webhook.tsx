import { Box } from '@cloudscape-design/components';
import { useState } from 'react';
import { eventSummaries } from '../../../../functions/events/types.ts';
import type { Webhook } from '../../api/client.ts';
import { useResource } from '../../api/use-read.ts';
import { filled, sentence, t } from '../../texts/texts.ts';
import { disabledText, eventTypeText, healthText } from '../../texts/webhooks.ts';
import { ActionButton } from '../../ui/action.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ChoiceField, optionsOf } from '../../ui/form.tsx';
import { DetailList, HeaderList, Loaded, ResourcePage, Section } from '../../ui/page.tsx';
import { Rotation } from '../../ui/rotation.tsx';
import { useChange } from '../../ui/use-submit.ts';
import { CopyBelow, CopyId, Go, SecretOnce, Status, Time } from '../../ui/values.tsx';
import { AttemptDetails, followUntil } from '../deliveries/attempt.tsx';
import { DeliveryTable } from '../deliveries/deliveries.tsx';
import { RecoveryProgress } from './recovery.tsx';
import { VerifyingSamples } from './samples.tsx';
import { Statistics } from './statistics.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { addressLabel, SignatureField, signatureOf } from './webhook-form.tsx';

/** One webhook: its endpoint and health, its Secret Key, a test event, and its deliveries. */
export const Component = () => (
  <ResourcePage
    name="webhook"
    title={({ description }) => description || t.all.webhook}
    actions={(webhook) => <WebhookActions webhook={webhook} />}
  >
    {(webhook) => (
      <>
        <Endpoint webhook={webhook} />
        <Secrets webhook={webhook} />
        <TestEvent webhook={webhook} />
        <Statistics webhookId={webhook.id} />
        <RecoveryProgress />
        <DeliveryTable query={{ webhook_id: webhook.id }} />
      </>
    )}
  </ResourcePage>
);

const Endpoint = ({ webhook }: { readonly webhook: Webhook }) => {
  const { health, headers, metadata, destination } = webhook;
  return (
    <Section
      title={t.all.endpoint}
      details={{
        [addressLabel(destination)]: <span className="wrap-anywhere">{webhook.url}</span>,
        [t.all.status]: <Status status={webhook.status} />,
        [t.all.health]: <Status status={health.state} label={healthText(health)} />,
        [t.webhooks.lastSuccess]: <Time at={health.last_success_at} none={t.all.never} />,
        [t.webhooks.nextRetry]: <Time at={health.next_probe_at} />,
        [t.webhooks.eventTypes]: webhook.event_types.map(eventTypeText).join(', '),
        [t.webhooks.description2]: webhook.description,
        [t.webhooks.disabledBecause]: webhook.status_reason ?? disabledText(webhook.disabled_reason),
        [t.all.id]: <CopyId value={webhook.id} name={t.all.webhookId} />,
      }}
    >
      {destination?.policy && (
        <div>
          <Box variant="h3">{t.webhooks.policy}</Box>
          <CopyBelow name="policy" value={destination.policy} />
        </div>
      )}
      {Object.keys(headers).length > 0 && (
        <div>
          <Box variant="h3">{t.webhooks.deliveryHeaders}</Box>
          <HeaderList headers={headers} />
        </div>
      )}
      {Object.keys(metadata).length > 0 && (
        <div>
          <Box variant="h3">{t.all.metadata}</Box>
          <DetailList details={metadata} />
        </div>
      )}
    </Section>
  );
};

const Secrets = ({ webhook }: { readonly webhook: Webhook }) => {
  const [created, setCreated] = useState<{ readonly secret: string | undefined } | null>(null);
  return (
    <Section
      title={t.all.secretKey}
      description={t.webhooks.signsEveryDelivery}
      actions={<RotateSecret webhook={webhook} onRotated={setCreated} />}
    >
      {created && <SecretOnce name={t.all.secretKey} secret={created.secret} />}
      <SecretList secrets={webhook.secrets} />
      {signatureOf(webhook) === 'hmac' && <VerifyingSamples />}
    </Section>
  );
};

/** The keys that sign now. */
export const SecretList = ({ secrets }: Pick<Webhook, 'secrets'>) => (
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
);

/** “Rotate API Key” of a webhook: a new key that signs; the old one also signs until the overlap ends. */
const RotateSecret = (props: {
  readonly webhook: Webhook;
  /** Null where a private key signs: it has no secret to show. */
  readonly onRotated: (created: { readonly secret: string | undefined } | null) => void;
}) => {
  const { id: webhook_id } = props.webhook;
  const [signature, setSignature] = useState(signatureOf(props.webhook));
  return (
    <Rotation
      route="webhooks.rotate-secret"
      call={(grace_seconds) => ({ params: { webhook_id }, body: { grace_seconds, signature } })}
      onDone={(rotated) => props.onRotated(signatureOf(rotated) === 'ed25519' ? null : { secret: rotated.secret })}
      success={filled(t.webhooks.newKey, { name: signature === 'hmac' ? t.all.secretKey : t.all.publicKey })}
      label={t.all.theOldKeyAlsoSigns}
      hint={t.all.giveTheNewKeyTo}
      choices={<SignatureField value={signature} onChange={setSignature} />}
    >
      {t.webhooks.deliveriesAre}
    </Rotation>
  );
};

const eventTypes = optionsOf(Object.keys(eventSummaries)).map((one) => ({ ...one, description: one.value }));

/** Sends a test event and shows its result. */
const TestEvent = ({ webhook }: { readonly webhook: Webhook }) => {
  const [type, setType] = useState('webhook.test');
  const [sent, setSent] = useState<string | null>(null);
  const test = useChange('webhooks.test', { onDone: ({ id }) => setSent(id) });
  const unable = webhook.allowed_actions.includes('test') ? null : t.webhooks.theWebhookIs;
  const send = (
    <ActionButton
      route="webhooks.test"
      busy={test.busy}
      unable={unable}
      onClick={() => test.submit({ params: { webhook_id: webhook.id }, body: { event_type: type } })}
    >
      {t.webhooks.sendTestEvent}
    </ActionButton>
  );
  return (
    <Section title={t.webhooks.testEvent} description={t.webhooks.sendsExampleDataTo} actions={send}>
      <ChoiceField label={t.all.eventType} value={type} options={eventTypes} onChange={setType} />
      {test.error && <ErrorAlert error={test.error} />}
      {sent && <Result key={sent} id={sent} />}
    </Section>
  );
};

const Result = ({ id }: { readonly id: string }) => {
  const query = useResource('delivery', id, followUntil(1));
  return (
    <Loaded query={query}>
      {({ status, attempts, ...delivery }) => (
        <div aria-live="polite" className="fields">
          <div>
            <Status status={status} /> <Go to={`/deliveries/${id}`}>{t.webhooks.openTheDelivery}</Go>
          </div>
          {attempts.slice(-1).map((attempt) => (
            <AttemptDetails key={attempt.number} attempt={attempt} of={delivery} />
          ))}
          {attempts.length === 0 && t.webhooks.sendingTheResponse}
        </div>
      )}
    </Loaded>
  );
};
