import { t } from '../../texts/texts.ts';
import { ResourcePage, Section } from '../../ui/page.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** Changes the endpoint of a webhook and the events that it receives. */
export const Component = () => (
  <ResourcePage name="webhook" isForm title={t.webhooks.editWebhook}>
    {(webhook) => (
      <Section title={t.all.endpoint}>
        <WebhookForm key={webhook.id} webhook={webhook} />
      </Section>
    )}
  </ResourcePage>
);
