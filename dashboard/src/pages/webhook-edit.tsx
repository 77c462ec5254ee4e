import { useState } from 'react';
import { useParams } from 'react-router';
import { useRefusal } from '../api/environment.tsx';
import type { Webhook } from '../api/objects.ts';
import { useRead } from '../api/use-read.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Section } from '../ui/details.tsx';
import { useFlash } from '../ui/flashes.tsx';
import { fieldsOf, SubmitForm, TextField } from '../ui/form.tsx';
import { useGo } from '../ui/go.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { EventTypesField } from './webhooks/event-types.tsx';

/** Changes where a webhook leads and what it is told of. */
export const Component = () => {
  const { webhook: webhook_id = '' } = useParams();
  const query = useRead({
    key: ['webhook', webhook_id],
    read: (api, signal) => api.webhooks.get({ params: { webhook_id }, signal }),
  });
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
  const [url, setUrl] = useState(webhook.url);
  const [description, setDescription] = useState(webhook.description ?? '');
  const [eventTypes, setEventTypes] = useState<readonly string[]>(webhook.event_types);
  const change = useSubmit({
    send: (api, body: { url: string; description: string | null; event_types: string[] }) =>
      api.webhooks.update({ params: { webhook_id: webhook.id }, body, ifMatch: `"${webhook.version}"` }),
    repeatable: false,
    onDone: () => {
      flash({ type: 'success', text: 'The webhook was changed.' });
      go(`/webhooks/${webhook.id}`);
    },
  });
  const found = fieldsOf(change, ['/url', '/description', '/event_types']);
  return (
    <SubmitForm
      submit="Save"
      sending={change}
      found={found}
      unable={useRefusal()('webhooks.update')}
      onCancel={() => go(`/webhooks/${webhook.id}`)}
      onSubmit={() =>
        change.submit({ url: url.trim(), description: description.trim() || null, event_types: [...eventTypes] })
      }
    >
      <TextField label="Webhook URL" type="url" value={url} error={found.fields['/url']} onChange={setUrl} />
      <EventTypesField value={eventTypes} error={found.fields['/event_types']} onChange={setEventTypes} />
      <TextField
        label="Description (optional)"
        value={description}
        error={found.fields['/description']}
        onChange={setDescription}
      />
    </SubmitForm>
  );
};
