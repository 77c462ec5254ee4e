import { useState } from 'react';
import type { Webhook } from '../../api/client.ts';
import { t } from '../../texts/texts.ts';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { pairChanges } from '../../ui/pairs.ts';
import { useGo } from '../../ui/values.tsx';
import { sentOf, typedOf, WebhookForm } from './webhook-form.tsx';

/** Changes the endpoint of a webhook and the events that it receives. */
export const Component = () => (
  <ResourcePage name="webhook" title={t.webhooks.editWebhook}>
    {(webhook) => (
      <Section title={t.all.endpoint}>
        <EditForm key={webhook.id} webhook={webhook} />
      </Section>
    )}
  </ResourcePage>
);

const EditForm = ({ webhook }: { readonly webhook: Webhook }) => {
  const go = useGo();
  const [before] = useState(() => typedOf(webhook));
  return (
    <WebhookForm
      submit={t.all.save}
      route="webhooks.update"
      before={before}
      version={webhook.version}
      call={({ headers, metadata, ...typed }) => ({
        params: { webhook_id: webhook.id },
        body: {
          ...sentOf(typed),
          headers: pairChanges(before.headers, headers),
          metadata: pairChanges(before.metadata, metadata),
        },
      })}
      success={t.webhooks.theWebhookWas2}
      onDone={() => go(`/webhooks/${webhook.id}`)}
      cancelTo={`/webhooks/${webhook.id}`}
    />
  );
};
