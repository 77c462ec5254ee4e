import { useState } from 'react';
import { useParams } from 'react-router';
import type { Webhook } from '../../api/client.ts';
import { useResource } from '../../api/use-read.ts';
import { Loaded, Page, Section } from '../../ui/page.tsx';
import { pairChanges } from '../../ui/pairs.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { useGo } from '../../ui/values.tsx';
import { sentOf, typedOf, WebhookForm, type WebhookTyped } from './webhook-form.tsx';

/** Changes the endpoint of a webhook and the events that it receives. */
export const Component = () => {
  const { webhook: id = '' } = useParams();
  const query = useResource('webhook', id);
  return (
    <Page
      title="Edit webhook"
      crumbs={[
        { text: 'Webhooks', to: '/webhooks' },
        { text: 'Webhook', to: `/webhooks/${id}` },
      ]}
    >
      <Section title="Endpoint">
        <Loaded query={query}>{(webhook) => <EditForm key={webhook.id} webhook={webhook} />}</Loaded>
      </Section>
    </Page>
  );
};

const EditForm = ({ webhook }: { readonly webhook: Webhook }) => {
  const go = useGo();
  // The version that the person saw is the one they change, also when it was read again since.
  const [{ before, version }] = useState(() => ({ before: typedOf(webhook), version: webhook.version }));
  const change = useSubmit({
    send: (api, typed: WebhookTyped) => {
      const headers = pairChanges(before.headers, typed.headers);
      const body = { ...sentOf(typed), headers, metadata: pairChanges(before.metadata, typed.metadata) };
      return api.webhooks.update({ params: { webhook_id: webhook.id }, body, ifMatch: `"${version}"` });
    },
    repeatable: false,
    success: () => 'The webhook was changed.',
    onDone: () => go(`/webhooks/${webhook.id}`),
  });
  return (
    <WebhookForm
      submit="Save"
      sending={change}
      route="webhooks.update"
      before={before}
      cancelTo={`/webhooks/${webhook.id}`}
      onSubmit={change.submit}
    />
  );
};
