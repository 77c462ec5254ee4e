import { type ReactNode, useState } from 'react';
import type { Webhook } from '../../api/objects.ts';
import type { Sending } from '../../api/use-submit.ts';
import { fieldsOf, SubmitForm, TextField } from '../../ui/form.tsx';
import { EventTypesField } from './event-types.tsx';

/** What a person says of a webhook. */
export type WebhookBody = {
  readonly url: string;
  readonly description: string | null;
  readonly event_types: string[];
};

/** Where a webhook leads and what it is told of. */
export const WebhookForm = (props: {
  readonly submit: string;
  readonly sending: Sending;
  readonly unable: string | null;
  /** The webhook as it is; absent: one that is to be made. */
  readonly webhook?: Webhook;
  /** What helps to write an address. */
  readonly urlHelp?: { readonly hint: string; readonly placeholder: string };
  readonly onSubmit: (body: WebhookBody) => void;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}) => {
  const { submit, sending, unable, webhook, urlHelp, onSubmit, onCancel, children } = props;
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [eventTypes, setEventTypes] = useState<readonly string[]>(webhook?.event_types ?? ['*']);
  const found = fieldsOf(sending, ['/url', '/description', '/event_types']);
  const { fields } = found;
  const typed = () => ({ url: url.trim(), description: description.trim() || null, event_types: [...eventTypes] });
  return (
    <SubmitForm {...{ submit, sending, found, unable, onCancel }} onSubmit={() => onSubmit(typed())}>
      <TextField label="Webhook URL" type="url" {...urlHelp} value={url} error={fields['/url']} onChange={setUrl} />
      <EventTypesField value={eventTypes} error={fields['/event_types']} onChange={setEventTypes} />
      <TextField
        label="Description (optional)"
        value={description}
        error={fields['/description']}
        onChange={setDescription}
      />
      {children}
    </SubmitForm>
  );
};
