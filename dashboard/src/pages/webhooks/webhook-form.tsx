import { type ReactNode, useState } from 'react';
import type { Webhook } from '../../api/objects.ts';
import type { Sending } from '../../api/use-submit.ts';
import { fieldsOf, SubmitForm, TextField } from '../../ui/form.tsx';
import { maskedPairsOf, type Pair, pairPointers, pairsOf, pairsUnable } from '../../ui/pairs.ts';
import { MetadataField, PairsField } from '../../ui/pairs-field.tsx';
import { EventTypesField } from './event-types.tsx';

/** What a person says of a webhook. */
export type WebhookTyped = {
  readonly url: string;
  readonly description: string;
  readonly event_types: readonly string[];
  readonly headers: readonly Pair[];
  readonly metadata: readonly Pair[];
};

/** What the form of a webhook begins with. */
export const typedOf = (webhook?: Webhook): WebhookTyped => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  event_types: webhook?.event_types ?? ['*'],
  headers: maskedPairsOf(webhook?.headers),
  metadata: pairsOf(webhook?.metadata),
});

/** The members that are sent as they were typed, whether the webhook is there or not. */
export const sentOf = ({ url, description, event_types }: WebhookTyped) => ({
  url: url.trim(),
  description: description.trim() || null,
  event_types: [...event_types],
});

/** Where a webhook leads and what it is told of. */
export const WebhookForm = (props: {
  readonly submit: string;
  readonly sending: Sending;
  readonly unable: string | null;
  readonly before: WebhookTyped;
  /** What helps to write an address. */
  readonly urlHelp?: { readonly hint: string; readonly placeholder: string };
  readonly onSubmit: (typed: WebhookTyped) => void;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}) => {
  const { submit, sending, before, urlHelp, onSubmit, onCancel, children } = props;
  const [typed, setTyped] = useState(before);
  const { event_types, headers, metadata } = typed;
  const change = (part: Partial<WebhookTyped>) => setTyped({ ...typed, ...part });
  const pointers = [...pairPointers('/headers', headers), ...pairPointers('/metadata', metadata)];
  const found = fieldsOf(sending, ['/url', '/description', '/event_types', ...pointers]);
  const unable = props.unable ?? pairsUnable(headers, metadata);
  const field = (name: 'url' | 'description') => ({
    value: typed[name],
    error: found.fields[`/${name}`],
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <SubmitForm {...{ submit, sending, found, unable, onCancel }} onSubmit={() => onSubmit(typed)}>
      <TextField label="Webhook URL" type="url" {...urlHelp} {...field('url')} />
      <EventTypesField
        value={event_types}
        error={found.fields['/event_types']}
        onChange={(value) => change({ event_types: value })}
      />
      <TextField label="Description (optional)" {...field('description')} />
      <PairsField
        label="Headers"
        hint="Sent with every delivery. Values are encrypted and not shown again."
        one="header"
        pointer="/headers"
        pairs={headers}
        errors={found.fields}
        onChange={(value) => change({ headers: value })}
      />
      <MetadataField pairs={metadata} errors={found.fields} onChange={(value) => change({ metadata: value })} />
      {children}
    </SubmitForm>
  );
};
