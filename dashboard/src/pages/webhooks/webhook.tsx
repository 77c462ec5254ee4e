import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { eventSummaries } from '../../../../functions/core/event-types.ts';
import type { Webhook } from '../../api/client.ts';
import { readAgain } from '../../api/read-again.ts';
import { useResource } from '../../api/use-read.ts';
import { filled, t } from '../../texts/texts.ts';
import { disabledText, eventTypeText } from '../../texts/webhooks.ts';
import { ActionButton } from '../../ui/action.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ChoiceField, optionsOf } from '../../ui/fields.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Go } from '../../ui/links.tsx';
import { DetailList, HeaderList, Loaded, Raw, ResourcePage, Section } from '../../ui/page.tsx';
import { SigningKeys, signatureOf } from '../../ui/rotation.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useChange } from '../../ui/use-submit.ts';
import { CopyBelow, CopyButton, CopyId, Status, Time } from '../../ui/values.tsx';
import { AttemptDetails, followUntil } from '../deliveries/attempt.tsx';
import { DeliveryTable } from '../deliveries/deliveries.tsx';
import { Health } from './health.tsx';
import { Statistics } from './statistics.tsx';
import java from './verifying/Verify.java?raw';
import go from './verifying/verify.go?raw';
import php from './verifying/verify.php?raw';
import python from './verifying/verify.py?raw';
import typescript from './verifying/verify.ts?raw';
import { RecoveryProgress, WebhookActions } from './webhook-actions.tsx';
import { addressLabel, signatures } from './webhook-form.tsx';

type Of = { readonly webhook: Webhook };

/** The health of an endpoint changes with each delivery. */
const health_ms = 10_000;

/** One webhook: its endpoint and health, its Secret Key, a test event, and its deliveries. */
export const Component = () => (
  <ResourcePage
    name="webhook"
    title={({ description }) => description || t.all.webhook}
    status={({ status }) => <Status status={status} />}
    facts={({ health }) => ({
      [t.all.health]: <Health of={health} />,
      [t.webhooks.lastSuccess]: <Time at={health.last_success_at} none={t.all.never} />,
      [t.webhooks.nextRetry]: health.next_probe_at && <Time at={health.next_probe_at} />,
    })}
    follow={() => health_ms}
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

const Endpoint = ({ webhook }: Of) => {
  const { headers, metadata, destination } = webhook;
  return (
    <Section
      title={t.all.endpoint}
      details={{
        [addressLabel(destination)]: <span className="wrap-anywhere">{webhook.url}</span>,
        [t.webhooks.eventTypes]: webhook.event_types.map(eventTypeText).join(', '),
        [t.webhooks.description2]: webhook.description,
        [t.webhooks.disabledBecause]:
          webhook.status_reason ?? disabledText(webhook.disabled_reason),
        [t.all.id]: <CopyId value={webhook.id} name={t.all.webhookId} />,
      }}
    >
      {destination?.policy && (
        <div>
          <h3>{t.webhooks.policy}</h3>
          <CopyBelow name="policy" value={destination.policy} />
        </div>
      )}
      {Object.keys(headers).length > 0 && (
        <div>
          <h3>{t.webhooks.deliveryHeaders}</h3>
          <HeaderList headers={headers} />
        </div>
      )}
      {Object.keys(metadata).length > 0 && (
        <div>
          <h3>{t.all.metadata}</h3>
          <DetailList details={metadata} />
        </div>
      )}
    </Section>
  );
};

const Secrets = ({ webhook }: Of) => {
  const { id: webhook_id, secrets } = webhook;
  const [signature, setSignature] = useState<keyof typeof t.webhooks.signatures>(
    signatureOf(webhook),
  );
  return (
    <SigningKeys
      route="webhooks.rotate-secret"
      secrets={secrets}
      description={t.webhooks.signsEveryDelivery}
      call={(grace_seconds) => ({ params: { webhook_id }, body: { grace_seconds, signature } })}
      success={filled(t.webhooks.newKey, {
        name: signature === 'hmac' ? t.all.secretKey : t.all.publicKey,
      })}
      meaning={t.webhooks.deliveriesAre}
      choices={
        <ChoiceField
          label={t.webhooks.signatureType}
          options={signatures}
          value={signature}
          onChange={setSignature}
        />
      }
    >
      {signatureOf(webhook) === 'hmac' && <VerifyingSamples />}
    </SigningKeys>
  );
};

const samples = { typescript, python, go, java, php } as const;

/** How a receiver checks that a Secret Key signed a delivery, in five languages, without a library. */
const VerifyingSamples = () => (
  <Fold title={t.webhooks.verifySignatures}>
    <Tabs label={t.webhooks.verifySignatures} names={t.webhooks.languages}>
      {(id) => (
        <div className="fields">
          <Raw label={t.webhooks.languages[id]}>{samples[id]}</Raw>
          <CopyButton value={samples[id]} name={t.webhooks.languages[id]} />
        </div>
      )}
    </Tabs>
  </Fold>
);

const eventTypes = optionsOf(Object.keys(eventSummaries)).map((one) => ({
  ...one,
  description: one.value,
}));

/** Sends a test event and shows its result. */
const TestEvent = ({ webhook }: Of) => {
  const [type, setType] = useState('webhook.test');
  const [sent, setSent] = useState<string | null>(null);
  const test = useChange('webhooks.test', { onDone: ({ id }) => setSent(id) });
  const send = (
    <ActionButton
      route="webhooks.test"
      name={t.webhooks.sendTestEvent}
      busy={test.busy}
      unable={webhook.allowed_actions.includes('test') ? null : t.webhooks.theWebhookIs}
      onClick={() =>
        test.submit({ params: { webhook_id: webhook.id }, body: { event_type: type } })
      }
    />
  );
  return (
    <Section
      title={t.webhooks.testEvent}
      description={t.webhooks.sendsExampleDataTo}
      actions={send}
    >
      <ChoiceField label={t.all.eventType} value={type} options={eventTypes} onChange={setType} />
      {test.error && <ErrorAlert error={test.error} />}
      {sent && <Result key={sent} id={sent} />}
    </Section>
  );
};

const Result = ({ id }: { readonly id: string }) => {
  const query = useResource('delivery', id, { follow: followUntil(1) });
  const queries = useQueryClient();
  const { data } = query;
  const isAttempted = data !== undefined && data.attempts.length > 0;
  useEffect(() => {
    if (isAttempted) readAgain(queries, 'webhooks.test', null);
  }, [isAttempted, queries]);
  return (
    <Loaded query={query}>
      {({ status, attempts, ...delivery }) => (
        <div aria-live="polite" className="fields">
          <div>
            <Status status={status} />{' '}
            <Go to={`/deliveries/${id}`}>{t.webhooks.openTheDelivery}</Go>
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
