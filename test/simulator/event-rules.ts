import type { Item } from '../../functions/core/dynamodb/client.ts';
import { deadLetterShard, keys } from '../../functions/core/dynamodb/keys.ts';
import { eventOf } from '../../functions/core/outbox/content-table.ts';
import type { StoredEvent } from '../../functions/core/outbox/model.ts';
import { idOfDelivery } from '../../functions/delivery/deliveries/new-delivery.ts';
import type { Changed } from '../helpers/engine-tables.ts';
import type { Post } from './receivers.ts';
import { isWebhook, type Rules } from './rules.ts';
import type { SimulatedTables } from './tables.ts';
import { violated, world } from './world.ts';

/** An event, and the webhooks that are to get it: those that were there, and subscribed, when it was committed. */
type Owed = { readonly event: StoredEvent; readonly webhooks: readonly Item[] };

/** The events that are owed to each, and those that have come. */
export type EventBook = Rules & {
  /** The missing events at the end, when everything has had its time. */
  readonly missing: (db: SimulatedTables) => string[];
};

const day_ms = 24 * 60 * 60 * 1_000;

/** No event is lost: each webhook that is owed one has a delivery of it, which its endpoint has taken where it says so. */
export const eventBook = (): EventBook => {
  const webhooks = new Map<string, Item>();
  /** When a webhook last changed: what was decided over it before may have been decided otherwise. */
  const changed = new Map<string, number>();
  const owed = new Map<string, Owed>();
  const taken = new Set<string>();
  const isMade = (db: SimulatedTables, event: StoredEvent, webhook: Item) =>
    deliveryOf(db, event, webhook) !== undefined ||
    !isOwedNow(webhooks.get(String(webhook.id)), event);
  const dispatched = ({ id, before, after }: Changed, db: SimulatedTables) => {
    const { event, webhooks: all } = owed.get(id) ?? {};
    if (!before?.schedule_shard || !event || !all) return;
    if (after?.schedule_shard === deadLetterShard) return violated(`${id} was dead-lettered`);
    if (after?.schedule_shard) return;
    const settled = all.filter(
      (one) => world().timeline.now - (changed.get(String(one.id)) ?? 0) > minutes_ms,
    );
    for (const webhook of settled)
      if (!isMade(db, event, webhook))
        violated(`${id} counts as dispatched, and there is no delivery to ${webhook.id}`);
  };
  return {
    written: (changes, db) => {
      for (const { id, after } of changes.filter(isWebhook)) {
        const webhookId = id.split(' ').at(-1) ?? '';
        changed.set(webhookId, world().timeline.now);
        if (after?.status) webhooks.set(webhookId, { ...after, tenant_id: tenantIn(id) });
        else webhooks.delete(webhookId);
      }
      for (const change of changes.filter(({ table }) => table === 'outbox')) {
        const { id, before, after } = change;
        if (before) dispatched(change, db);
        else if (after?.schedule_shard) {
          const event = eventOf(after);
          owed.set(id, { event, webhooks: subscribersOf(event, webhooks) });
        }
      }
    },
    accepted: ({ host, event_id }: Post) => taken.add(`${host} ${event_id}`),
    missing: (db) =>
      [...owed.values()].flatMap(({ event, webhooks: all }) =>
        all
          .filter(({ id }) => webhooks.has(String(id)))
          .flatMap(
            (webhook) => wrongAtTheEnd(event, webhook, deliveryOf(db, event, webhook), taken) ?? [],
          ),
      ),
  };
};

/**
 * The time that a fan-out may take, with all its tries, when it read a webhook before that changed.
 */
const minutes_ms = 240_000;

const tenantIn = (id: string) => id.split(' ')[1]?.split('/')[0];

const subscribersOf = (event: StoredEvent, webhooks: ReadonlyMap<string, Item>): Item[] =>
  [...webhooks.values()].filter(
    (webhook) =>
      webhook.tenant_id === event.tenant_id &&
      String(webhook.created_at) <= event.created_at &&
      takes(webhook.event_types as readonly string[], event.type) &&
      !(event.type === 'webhook.failing' && event.resource.id === webhook.id),
  );

const takes = (patterns: readonly string[], type: string): boolean =>
  ['*', type, `${type.split('.')[0]}.*`].some((pattern) => patterns.includes(pattern));

/**
 * A deleted webhook is owed nothing, nor is one that has been disabled for over a week; a recovery
 * brings that.
 */
const isOwedNow = (webhook: Item | undefined, event: StoredEvent): boolean =>
  webhook !== undefined &&
  (webhook.status === 'enabled' ||
    Date.parse(event.created_at) - Date.parse(String(webhook.disabled_at)) <= 7 * day_ms);

const deliveryOf = (db: SimulatedTables, event: StoredEvent, webhook: Item): Item | undefined => {
  const key = keys.delivery(event.tenant_id, idOfDelivery(event.event_id, String(webhook.id)));
  return db.item(key.table, key.pk, key.sk);
};

const wrongAtTheEnd = (
  event: StoredEvent,
  webhook: Item,
  delivery: Item | undefined,
  taken: ReadonlySet<string>,
) => {
  const of = `${event.event_id} (${event.type}) to ${webhook.id}`;
  if (!delivery) return `there is no delivery of ${of}`;
  if (delivery.status !== 'succeeded') return `the delivery of ${of} is ${delivery.status}`;
  const { hostname } = new URL(String(webhook.url));
  return taken.has(`${hostname} ${event.event_id}`)
    ? undefined
    : `nobody took ${of}, which succeeded`;
};
