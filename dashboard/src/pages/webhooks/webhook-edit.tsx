import { t } from '../../texts/texts.ts';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { pairChanges } from '../../ui/pairs.ts';
import { useGo } from '../../ui/values.tsx';
import { sentOf, WebhookForm } from './webhook-form.tsx';

/** Changes the endpoint of a webhook and the events that it receives. */
export const Component = () => {
  const go = useGo();
  return (
    <ResourcePage name="webhook" title={t.webhooks.editWebhook}>
      {(webhook) => (
        <Section title={t.all.endpoint}>
          <WebhookForm
            key={webhook.id}
            route="webhooks.update"
            webhook={webhook}
            call={({ headers, metadata, ...typed }, before) => ({
              params: { webhook_id: webhook.id },
              body: {
                ...sentOf(typed),
                headers: pairChanges(before.headers, headers),
                metadata: pairChanges(before.metadata, metadata),
              },
            })}
            success={t.webhooks.theWebhookWas2}
            onDone={() => go(`/webhooks/${webhook.id}`)}
          />
        </Section>
      )}
    </ResourcePage>
  );
};
