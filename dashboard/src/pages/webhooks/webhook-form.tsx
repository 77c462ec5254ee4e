import { type ReactNode, useState } from 'react';
import { eventSummaries } from '../../../../functions/events/types.ts';
import type { Api, Webhook } from '../../api/client.ts';
import { ChoiceField, ChoicesField, fieldErrors, SubmitForm, TextField } from '../../ui/form.tsx';
import { isOtherOrigin, maskedPairsOf, type Pair, pairPointers, pairsOf, pairsUnable } from '../../ui/pairs.ts';
import { MetadataField, PairsField } from '../../ui/pairs-field.tsx';
import type { Sending } from '../../ui/use-submit.ts';

/** What a person enters for a webhook. */
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

/** The members that are sent as they were typed, when a webhook is created or changed. */
export const sentOf = ({ url, description, event_types }: WebhookTyped) => ({
  url: url.trim(),
  description: description.trim() || null,
  event_types: [...event_types],
});

/** The endpoint of a webhook and the events that it receives. */
export const WebhookForm = (props: {
  readonly route: 'webhooks.create' | 'webhooks.update';
  readonly submit: string;
  readonly sending: Sending;
  readonly before: WebhookTyped;
  /** Help with the address. */
  readonly urlHelp?: { readonly hint: string; readonly placeholder: string };
  readonly onSubmit: (typed: WebhookTyped) => void;
  readonly cancelTo: string;
  readonly children?: ReactNode;
}) => {
  const { route, submit, sending, before, urlHelp, onSubmit, cancelTo, children } = props;
  const [typed, setTyped] = useState(before);
  const { event_types, headers, metadata } = typed;
  const change = (part: Partial<WebhookTyped>) => setTyped({ ...typed, ...part });
  const pointers = [...pairPointers('/headers', headers), ...pairPointers('/metadata', metadata)];
  const found = fieldErrors(sending, ['/url', '/description', '/event_types', ...pointers]);
  const unable = pairsUnable(headers, metadata);
  const moves = isOtherOrigin(before.url, typed.url) && headers.some(({ kept }) => kept !== undefined);
  const field = (name: 'url' | 'description') => ({
    value: typed[name],
    error: found.fields[`/${name}`],
    onChange: (value: string) => change({ [name]: value }),
  });
  return (
    <SubmitForm {...{ route, submit, sending, found, unable, cancelTo }} onSubmit={() => onSubmit(typed)}>
      <TextField label="Webhook URL" type="url" {...urlHelp} {...field('url')} />
      <ChoicesField
        label="Event types"
        hint="All events, all events of one resource, or single events."
        options={eventTypeOptions}
        value={event_types}
        error={found.fields['/event_types']}
        onChange={(next) => change({ event_types: withoutConflict(next, event_types) })}
      />
      <TextField label="Description (optional)" {...field('description')} />
      <PairsField
        label="Headers"
        hint={moves ? removedHint : 'Sent with every delivery. Values are encrypted and not shown again.'}
        removes={moves}
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

const removedHint = 'The new URL has another origin. Values that you do not enter again are removed.';

/** “All events” and single ones exclude each other: the last choice holds. */
const withoutConflict = (next: readonly string[], before: readonly string[]): readonly string[] => {
  if (next.includes('*') && !before.includes('*')) return ['*'];
  return next.length > 1 ? next.filter((one) => one !== '*') : next;
};

const optionsOf = () => {
  const names = Object.keys(eventSummaries);
  const resources = [...new Set(names.map((name) => name.slice(0, name.indexOf('.'))))];
  return [
    { value: '*', label: 'All events', description: '*' },
    ...resources.map((resource) => ({
      label: resource,
      options: [
        { value: `${resource}.*`, label: `${resource}.*`, description: `Every ${resource} event` },
        ...names
          .filter((name) => name.startsWith(`${resource}.`))
          .map((name) => ({
            value: name,
            label: name,
            description: eventSummaries[name as keyof typeof eventSummaries],
          })),
      ],
    })),
  ];
};

const eventTypeOptions = optionsOf();

export type Signature = NonNullable<Parameters<Api['webhooks']['create']>[0]['body']['signature']>;

const signatures: readonly { readonly value: Signature; readonly label: string; readonly description: string }[] = [
  { value: 'hmac', label: 'Secret Key', description: 'HMAC (v1). Your endpoint holds the signing key.' },
  { value: 'ed25519', label: 'Public key', description: 'ed25519 (v1a). Your endpoint can verify, but not sign.' },
];

/** How the deliveries of a webhook are signed. */
export const SignatureField = (props: { readonly value: Signature; readonly onChange: (value: Signature) => void }) => (
  <ChoiceField label="Signature type" options={signatures} {...props} />
);

/** How its deliveries are signed now. The newest secret is the first. */
export const signatureOf = ({ secrets: [newest] }: Pick<Webhook, 'secrets'>): Signature =>
  newest?.public_key === undefined ? 'hmac' : 'ed25519';
