import { type ReactNode, useState } from 'react';
import { eventSummaries } from '../../../../functions/events/types.ts';
import type { AnswerOf, CallOf, Webhook } from '../../api/client.ts';
import { t } from '../../texts/texts.ts';
import { eventTypeText } from '../../texts/webhooks.ts';
import { words } from '../../texts/words.ts';
import { ChoiceField, ChoicesField, choicesOf, RouteForm, TextField, useTyped } from '../../ui/form.tsx';
import { isOtherOrigin, maskedPairsOf, pairsOf, pairsUnable } from '../../ui/pairs.ts';
import { MetadataField, PairsField } from '../../ui/pairs-field.tsx';
import type { Done } from '../../ui/use-submit.ts';

/** Where deliveries go: to a URL, or to a destination in AWS. */
type Kind = 'url' | NonNullable<Webhook['destination']>['type'];

const typedOf = (webhook?: Webhook) => ({
  kind: webhook?.destination?.type ?? ('url' as Kind),
  /** The URL of the endpoint or queue, or the ARN of the bus. */
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  event_types: webhook?.event_types ?? ['*'],
  headers: maskedPairsOf(webhook?.headers),
  metadata: pairsOf(webhook?.metadata),
});

/** What a person enters for a webhook. */
type Typed = Readonly<ReturnType<typeof typedOf>>;

/** The members that are sent as they were typed, when a webhook is created or changed. */
export const sentOf = ({ kind, url, description, event_types }: Omit<Typed, 'headers' | 'metadata'>) => ({
  ...endpointOf(kind, url.trim()),
  description: description.trim() || null,
  event_types: [...event_types],
});

const endpointOf = (type: Kind, address: string) => {
  if (type === 'url') return { url: address };
  return { destination: type === 'sqs' ? { type, queue_url: address } : { type, bus_arn: address } };
};

/** What a kind is called, and the label, the pointer and the example of the field for its address. */
const kinds = {
  url: {
    ...{ label: t.all.url, description: t.webhooks.yourEndpointBy },
    ...{ field: t.webhooks.webhookUrl, pointer: '/url', placeholder: '' },
  },
  eventbridge: {
    ...{ label: t.webhooks.eventbridge, description: t.webhooks.anEventBusInYour },
    ...{ field: t.webhooks.eventBusArn, pointer: '/destination/bus_arn' },
    placeholder: 'arn:aws:events:eu-west-1:111122223333:event-bus/orders',
  },
  sqs: {
    ...{ label: t.webhooks.sqs, description: t.webhooks.aQueueInYourAws },
    ...{ field: t.webhooks.queueUrl, pointer: '/destination/queue_url' },
    placeholder: 'https://sqs.eu-west-1.amazonaws.com/111122223333/orders',
  },
} as const;

const kindOptions = choicesOf<Kind>(kinds);

/** What the address of a webhook is called. */
export const addressLabel = (destination: Webhook['destination']): string => kinds[destination?.type ?? 'url'].field;

/** The endpoint of a webhook and the events that it receives; of an existing one they are changed. */
export const WebhookForm = <Id extends 'webhooks.create' | 'webhooks.update'>(
  props: Done<AnswerOf<Id>> & {
    readonly route: Id;
    /** The webhook that is changed; undefined where one is created. */
    readonly webhook?: Webhook;
    /** Help with the address. */
    readonly urlHelp?: { readonly hint: string; readonly placeholder: string };
    readonly call: (typed: Typed, before: Typed) => CallOf<Id>;
    readonly children?: ReactNode;
  },
) => {
  const { webhook, urlHelp, call, children, ...form } = props;
  const [before] = useState(() => typedOf(webhook));
  const { typed, change, field } = useTyped(before);
  const { kind, event_types, headers, metadata } = typed;
  const { field: address, pointer, placeholder } = kinds[kind];
  const moves = isOtherOrigin(before.url, typed.url) && headers.some(({ kept }) => kept !== undefined);
  const help = kind === 'url' ? urlHelp : { hint: t.webhooks.deliveriesFail, placeholder };
  return (
    <RouteForm<Id>
      {...form}
      {...(webhook && { version: webhook.version })}
      submit={webhook ? t.all.save : t.webhooks.generate}
      unable={pairsUnable(headers, metadata)}
      call={() => call(typed, before)}
      cancelTo={webhook ? `/webhooks/${webhook.id}` : '/webhooks'}
    >
      {!webhook && (
        <ChoiceField
          label={t.webhooks.sendTo}
          options={kindOptions}
          value={kind}
          onChange={(next) => change({ kind: next, ...(next !== 'url' && { headers: [] }) })}
        />
      )}
      <TextField label={address} type="url" {...help} {...field('url')} at={pointer} />
      <ChoicesField
        label={t.webhooks.eventTypes}
        hint={t.webhooks.allEventsAllEvents}
        options={eventOptions}
        {...field('event_types')}
        onChange={(next) => change({ event_types: withoutConflict(next, event_types) })}
      />
      <TextField label={t.webhooks.description} {...field('description')} />
      {kind === 'url' && (
        <PairsField
          label={t.webhooks.headers}
          hint={moves ? t.webhooks.theNewUrlHas : t.webhooks.sentWithEvery}
          removes={moves}
          one={t.webhooks.header}
          pointer="/headers"
          pairs={headers}
          onChange={(value) => change({ headers: value })}
        />
      )}
      <MetadataField pairs={metadata} onChange={(value) => change({ metadata: value })} />
      {children}
    </RouteForm>
  );
};

/** “All events” and single ones exclude each other: the last choice holds. */
const withoutConflict = (next: string[], before: readonly string[]): string[] => {
  if (next.includes('*') && !before.includes('*')) return ['*'];
  return next.length > 1 ? next.filter((one) => one !== '*') : next;
};

const names = Object.keys(eventSummaries);
const resources = [...new Set(names.map((name) => name.slice(0, name.indexOf('.'))))];
const optionsFor = (values: readonly string[]) =>
  values.map((value) => ({ value, label: eventTypeText(value), description: value }));

const eventOptions = [
  ...optionsFor(['*']),
  ...resources.map((resource) => ({
    label: words(resource),
    options: optionsFor([`${resource}.*`, ...names.filter((name) => name.startsWith(`${resource}.`))]),
  })),
];

/** How the deliveries of a webhook are signed. */
export const signatures = choicesOf(t.webhooks.signatures);
