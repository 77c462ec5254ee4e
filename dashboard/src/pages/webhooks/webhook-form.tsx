import { useState } from 'react';
import { eventSummaries } from '../../../../functions/core/event-types.ts';
import type { AnswerOf, CallOf, Webhook } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.tsx';
import { t } from '../../texts/texts.ts';
import { eventTypeText } from '../../texts/webhooks.ts';
import { words } from '../../texts/words.ts';
import { ChoiceField, ChoicesField, choicesOf, TextField } from '../../ui/fields.tsx';
import { RouteForm, useTyped } from '../../ui/form.tsx';
import { useGo } from '../../ui/links.tsx';
import { isOtherOrigin, maskedPairsOf, pairChanges, pairsOf, pairsUnable } from '../../ui/pairs.ts';
import { MetadataField, PairsField } from '../../ui/pairs-field.tsx';

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
  signature: 'hmac' as keyof typeof t.webhooks.signatures,
});

const endpointOf = (type: Kind, address: string) => {
  if (type === 'url') return { url: address };
  return {
    destination: type === 'sqs' ? { type, queue_url: address } : { type, bus_arn: address },
  };
};

/** The name of each kind, and the label, the pointer and the example of the field for its address. */
const kinds = {
  url: {
    label: t.all.url,
    description: t.webhooks.yourEndpointBy,
    field: t.webhooks.webhookUrl,
    pointer: '/url',
    placeholder: 'https://example.com/webhooks',
  },
  eventbridge: {
    label: t.webhooks.eventbridge,
    description: t.webhooks.anEventBusInYour,
    field: t.webhooks.eventBusArn,
    pointer: '/destination/bus_arn',
    placeholder: 'arn:aws:events:eu-west-1:111122223333:event-bus/orders',
  },
  sqs: {
    label: t.webhooks.sqs,
    description: t.webhooks.aQueueInYourAws,
    field: t.webhooks.queueUrl,
    pointer: '/destination/queue_url',
    placeholder: 'https://sqs.eu-west-1.amazonaws.com/111122223333/orders',
  },
} as const;

const kindOptions = choicesOf<Kind>(kinds);

/** The name of the address of a webhook. */
export const addressLabel = (destination: Webhook['destination']): string =>
  kinds[destination?.type ?? 'url'].field;

/** The one response of the API with the Secret Key. */
export type NewWebhook = AnswerOf<'webhooks.create'>;

type Editing =
  | { readonly webhook: Webhook }
  | { readonly webhook?: never; readonly onCreated: (webhook: NewWebhook) => void };

/** Creates a webhook, or changes one: its endpoint, and the events that it receives. */
export const WebhookForm = ({ webhook, ...creating }: Editing) => {
  const { name } = useEnvironment();
  const go = useGo();
  const [before] = useState(() => typedOf(webhook));
  const { typed, change, field } = useTyped(before);
  const { kind, url, event_types, headers, metadata, signature } = typed;
  const { field: address, pointer, placeholder } = kinds[kind];
  const moves = isOtherOrigin(before.url, url) && headers.some(({ kept }) => kept !== undefined);
  const urlHint = name === 'live' ? t.webhooks.aPublicHttps : t.webhooks.aPublicHttps2;
  const hint = kind === 'url' ? urlHint : t.webhooks.deliveriesFail;
  const body = {
    ...endpointOf(kind, url.trim()),
    description: typed.description.trim() || null,
    event_types,
    headers: pairChanges(before.headers, headers),
    metadata: pairChanges(before.metadata, metadata),
  };
  const call = webhook
    ? { params: { webhook_id: webhook.id }, body }
    : { body: { ...body, signature } };
  const place = webhook ? `/webhooks/${webhook.id}` : '/webhooks';
  return (
    <RouteForm
      route={webhook ? 'webhooks.update' : 'webhooks.create'}
      submit={webhook ? t.all.save : t.webhooks.generate}
      unable={pairsUnable(headers, metadata)}
      cancelTo={place}
      // A form holds text: the API decides whether it makes a webhook.
      call={() => call as CallOf<'webhooks.create' | 'webhooks.update'>}
      {...(webhook && { of: webhook, success: t.webhooks.theWebhookWas2 })}
      onDone={(done) => ('onCreated' in creating ? creating.onCreated(done) : go(place))}
    >
      {!webhook && (
        <ChoiceField
          label={t.webhooks.sendTo}
          options={kindOptions}
          value={kind}
          onChange={(next) => change({ kind: next, ...(next !== 'url' && { headers: [] }) })}
        />
      )}
      <TextField
        label={address}
        type="url"
        {...{ hint, placeholder }}
        {...field('url')}
        at={pointer}
      />
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
      {!webhook && (
        <>
          <ChoiceField
            label={t.webhooks.signatureType}
            options={signatures}
            {...field('signature')}
          />
          <div className="field-hint">{t.webhooks.generateCreatesThe}</div>
        </>
      )}
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
    options: optionsFor([
      `${resource}.*`,
      ...names.filter((name) => name.startsWith(`${resource}.`)),
    ]),
  })),
];

/** How the deliveries of a webhook are signed. */
export const signatures = choicesOf(t.webhooks.signatures);
