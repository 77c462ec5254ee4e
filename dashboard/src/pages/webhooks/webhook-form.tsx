import { type ReactNode, useState } from 'react';
import { eventSummaries } from '../../../../functions/events/types.ts';
import type { Api, Webhook } from '../../api/client.ts';
import { ChoiceField, ChoicesField, fieldErrors, SubmitForm, TextField } from '../../ui/form.tsx';
import { isOtherOrigin, maskedPairsOf, type Pair, pairPointers, pairsOf, pairsUnable } from '../../ui/pairs.ts';
import { MetadataField, PairsField } from '../../ui/pairs-field.tsx';
import type { Sending } from '../../ui/use-submit.ts';

/** Where deliveries go: to a URL, or to a destination in AWS. */
type Kind = 'url' | NonNullable<Webhook['destination']>['type'];

/** What a person enters for a webhook. */
export type WebhookTyped = {
  readonly kind: Kind;
  /** The URL of the endpoint or queue, or the ARN of the bus. */
  readonly url: string;
  readonly description: string;
  readonly event_types: readonly string[];
  readonly headers: readonly Pair[];
  readonly metadata: readonly Pair[];
};

/** What the form of a webhook begins with. */
export const typedOf = (webhook?: Webhook): WebhookTyped => ({
  kind: webhook?.destination?.type ?? 'url',
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  event_types: webhook?.event_types ?? ['*'],
  headers: maskedPairsOf(webhook?.headers),
  metadata: pairsOf(webhook?.metadata),
});

/** The members that are sent as they were typed, when a webhook is created or changed. */
export const sentOf = ({ kind, url, description, event_types }: WebhookTyped) => ({
  ...endpointOf(kind, url.trim()),
  description: description.trim() || null,
  event_types: [...event_types],
});

const endpointOf = (type: Kind, address: string) => {
  if (type === 'url') return { url: address };
  return { destination: type === 'sqs' ? { type, queue_url: address } : { type, bus_arn: address } };
};

type KindOption = {
  readonly value: Kind;
  readonly label: string;
  readonly description: string;
  /** The label of the field for the address, and the pointer of its errors. */
  readonly field: string;
  readonly pointer: string;
  readonly placeholder?: string;
};

const urlKind: KindOption = {
  ...{ value: 'url', label: 'URL', description: 'Your endpoint, by https.' },
  ...{ field: 'Webhook URL', pointer: '/url' },
};

const kinds: readonly KindOption[] = [
  urlKind,
  {
    ...{ value: 'eventbridge', label: 'EventBridge', description: 'An event bus in your AWS account.' },
    ...{ field: 'Event bus ARN', pointer: '/destination/bus_arn' },
    placeholder: 'arn:aws:events:eu-west-1:111122223333:event-bus/orders',
  },
  {
    ...{ value: 'sqs', label: 'SQS', description: 'A queue in your AWS account.' },
    ...{ field: 'Queue URL', pointer: '/destination/queue_url' },
    placeholder: 'https://sqs.eu-west-1.amazonaws.com/111122223333/orders',
  },
];

const kindOf = (kind: Kind): KindOption => kinds.find(({ value }) => value === kind) ?? urlKind;

/** What the address of a webhook is called. */
export const addressLabel = (destination: Webhook['destination']): string => kindOf(destination?.type ?? 'url').field;

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
  const { kind, event_types, headers, metadata } = typed;
  const endpoint = kindOf(kind);
  const change = (part: Partial<WebhookTyped>) => setTyped({ ...typed, ...part });
  const pointers = [...pairPointers('/headers', headers), ...pairPointers('/metadata', metadata)];
  const found = fieldErrors(sending, [endpoint.pointer, '/description', '/event_types', ...pointers]);
  const unable = pairsUnable(headers, metadata);
  const moves = isOtherOrigin(before.url, typed.url) && headers.some(({ kept }) => kept !== undefined);
  const field = (name: 'url' | 'description', pointer: string) => ({
    value: typed[name],
    error: found.fields[pointer],
    onChange: (value: string) => change({ [name]: value }),
  });
  const { placeholder = '' } = endpoint;
  const help = kind === 'url' ? urlHelp : { hint: policyHint, placeholder };
  return (
    <SubmitForm {...{ route, submit, sending, found, unable, cancelTo }} onSubmit={() => onSubmit(typed)}>
      {route === 'webhooks.create' && (
        <ChoiceField
          label="Send to"
          options={kinds}
          value={kind}
          onChange={(next) => change({ kind: next, ...(next !== 'url' && { headers: [] }) })}
        />
      )}
      <TextField label={endpoint.field} type="url" {...help} {...field('url', endpoint.pointer)} />
      <ChoicesField
        label="Event types"
        hint="All events, all events of one resource, or single events."
        options={eventTypeOptions}
        value={event_types}
        error={found.fields['/event_types']}
        onChange={(next) => change({ event_types: withoutConflict(next, event_types) })}
      />
      <TextField label="Description (optional)" {...field('description', '/description')} />
      {kind === 'url' && (
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
      )}
      <MetadataField pairs={metadata} errors={found.fields} onChange={(value) => change({ metadata: value })} />
      {children}
    </SubmitForm>
  );
};

const policyHint = 'Deliveries fail until you set the policy that the webhook shows.';

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

export type Signature = NonNullable<NonNullable<Parameters<Api['webhooks']['create']>[0]['body']>['signature']>;

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
