import { Box } from '@cloudscape-design/components';
import { useState } from 'react';
import { eventSummaries } from '../../../../functions/events/types.ts';
import type { Webhook } from '../../api/client.ts';
import { useResource } from '../../api/use-read.ts';
import { disabledText, healthText } from '../../texts/webhooks.ts';
import { ActionButton } from '../../ui/action.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ChoiceField, optionsOf } from '../../ui/form.tsx';
import { DetailList, HeaderList, Loaded, ResourcePage, Section } from '../../ui/page.tsx';
import { Rotation } from '../../ui/rotation.tsx';
import { useChange } from '../../ui/use-submit.ts';
import { CopyBelow, CopyId, Go, SecretOnce, Status, Time } from '../../ui/values.tsx';
import { AttemptDetails, followUntil } from '../deliveries/attempt.tsx';
import { DeliveryTable } from '../deliveries/deliveries.tsx';
import { Failures, RecoveryProgress } from './recovery.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { addressLabel, SignatureField, signatureOf } from './webhook-form.tsx';

/** One webhook: its endpoint and health, its Secret Key, a test event, and its deliveries. */
export const Component = () => (
  <ResourcePage name="webhook" title={() => 'Webhook'} actions={(webhook) => <WebhookActions webhook={webhook} />}>
    {(webhook) => (
      <>
        <Endpoint webhook={webhook} />
        <Secrets webhook={webhook} />
        <TestEvent webhook={webhook} />
        <RecoveryProgress />
        <Failures webhookId={webhook.id} />
        <DeliveryTable query={{ webhook_id: webhook.id }} />
      </>
    )}
  </ResourcePage>
);

const Endpoint = ({ webhook }: { readonly webhook: Webhook }) => {
  const { health, headers, metadata, destination } = webhook;
  return (
    <Section
      title="Endpoint"
      details={{
        [addressLabel(destination)]: <span className="wrap-anywhere">{webhook.url}</span>,
        Status: <Status status={webhook.status} />,
        Health: <Status status={health.state} label={healthText(health)} />,
        'Last success': <Time at={health.last_success_at} none="Never" />,
        'Next retry': <Time at={health.next_probe_at} />,
        'Event types': webhook.event_types.join(', '),
        Description: webhook.description,
        'Disabled because': webhook.status_reason ?? disabledText(webhook.disabled_reason),
        ID: <CopyId value={webhook.id} name="Webhook ID" />,
      }}
    >
      {destination?.policy && (
        <div>
          <Box variant="h3">Policy</Box>
          <CopyBelow name="policy" value={destination.policy} />
        </div>
      )}
      {Object.keys(headers).length > 0 && (
        <div>
          <Box variant="h3">Delivery headers</Box>
          <HeaderList headers={headers} />
        </div>
      )}
      {Object.keys(metadata).length > 0 && (
        <div>
          <Box variant="h3">Metadata</Box>
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
      title="Secret Key"
      description="Signs every delivery, so that your endpoint can verify the sender."
      actions={<RotateSecret webhook={webhook} onRotated={setCreated} />}
    >
      {created && <SecretOnce name="Secret Key" secret={created.secret} />}
      <SecretList secrets={webhook.secrets} />
    </Section>
  );
};

/** The keys that sign now. */
export const SecretList = ({ secrets }: Pick<Webhook, 'secrets'>) => (
  <ul className="plain-list">
    {secrets.map(({ version, created_at, expires_at, public_key }) => (
      <li key={version}>
        Version {version}, created <Time at={created_at} />
        {expires_at === null ? (
          ', in use'
        ) : (
          <>
            {' '}
            also signs until <Time at={expires_at} />
          </>
        )}
        {public_key && <CopyBelow name="Public Key" value={public_key} />}
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
      success={`A new ${signature === 'hmac' ? 'Secret Key' : 'Public Key'} was created for the webhook.`}
      label="The old key also signs for"
      hint="Give the new key to your endpoint within this time."
      choices={<SignatureField value={signature} onChange={setSignature} />}
    >
      Deliveries are signed with the new key immediately. After this time, an endpoint that knows only the old key can
      no longer verify them.
    </Rotation>
  );
};

const eventTypes = optionsOf(Object.keys(eventSummaries), (name) => name);

/** Sends a test event and shows its result. */
const TestEvent = ({ webhook }: { readonly webhook: Webhook }) => {
  const [type, setType] = useState('webhook.test');
  const [sent, setSent] = useState<string | null>(null);
  const test = useChange('webhooks.test', { onDone: ({ id }) => setSent(id) });
  const unable = webhook.allowed_actions.includes('test') ? null : 'The webhook is disabled. Enable it first.';
  const send = (
    <ActionButton
      route="webhooks.test"
      busy={test.busy}
      unable={unable}
      onClick={() => test.submit({ params: { webhook_id: webhook.id }, body: { event_type: type } })}
    >
      Send test event
    </ActionButton>
  );
  return (
    <Section title="Test event" description="Sends example data to this webhook only." actions={send}>
      <ChoiceField label="Event type" value={type} options={eventTypes} onChange={setType} />
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
            <Status status={status} /> <Go to={`/deliveries/${id}`}>Open the delivery</Go>
          </div>
          {attempts.slice(-1).map((attempt) => (
            <AttemptDetails key={attempt.number} attempt={attempt} of={delivery} />
          ))}
          {attempts.length === 0 && 'Sending. The response appears here automatically.'}
        </div>
      )}
    </Loaded>
  );
};
