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
import { type WebhookBody, WebhookForm } from './webhooks/webhook-form.tsx';

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
  const change = useSubmit({
    send: (api, body: WebhookBody) =>
      api.webhooks.update({ params: { webhook_id: webhook.id }, body, ifMatch: `"${webhook.version}"` }),
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
      webhook={webhook}
      onCancel={() => go(`/webhooks/${webhook.id}`)}
      onSubmit={change.submit}
    />
  );
};
