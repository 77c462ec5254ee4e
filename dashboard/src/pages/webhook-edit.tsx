import { useState } from 'react';
import { useParams } from 'react-router';
import { useRefusal } from '../api/environment.tsx';
import type { Webhook } from '../api/objects.ts';
import { useObject } from '../api/use-object.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Section } from '../ui/details.tsx';
import { useFlash } from '../ui/flashes.tsx';
import { useGo } from '../ui/go.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { pairChanges } from '../ui/pairs.ts';
import { sentOf, typedOf, WebhookForm, type WebhookTyped } from './webhooks/webhook-form.tsx';

/** Changes where a webhook leads and what it is told of. */
export const Component = () => {
  const { webhook: webhook_id = '' } = useParams();
  const query = useObject('webhook', webhook_id);
  return (
    <Page
      title="Edit webhook"
      crumbs={[
        { text: 'Webhooks', to: '/webhooks' },
        { text: 'Webhook', to: `/webhooks/${webhook_id}` },
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
  const flash = useFlash();
  // What the person began with, whatever is read again meanwhile: the version they saw is the one they change.
  const [{ before, version }] = useState(() => ({ before: typedOf(webhook), version: webhook.version }));
  const change = useSubmit({
    send: (api, typed: WebhookTyped) => {
      const headers = pairChanges(before.headers, typed.headers);
      const body = { ...sentOf(typed), headers, metadata: pairChanges(before.metadata, typed.metadata) };
      return api.webhooks.update({ params: { webhook_id: webhook.id }, body, ifMatch: `"${version}"` });
    },
    repeatable: false,
    onDone: () => {
      flash({ type: 'success', text: 'The webhook was changed.' });
      go(`/webhooks/${webhook.id}`);
    },
  });
  return (
    <WebhookForm
      submit="Save"
      sending={change}
      unable={useRefusal()('webhooks.update')}
      before={before}
      onCancel={() => go(`/webhooks/${webhook.id}`)}
      onSubmit={change.submit}
    />
  );
};
