import { randomUUID } from 'node:crypto';
import { ApiError } from '../api-error.ts';
import type { Customer } from '../customers/model.ts';
import type { Database, Item } from '../dynamodb/client.ts';
import { type ItemKey, keys, partitions } from '../dynamodb/keys.ts';
import { filteredPage, type Page, type Wanted } from '../dynamodb/list.ts';
import { notScheduled, scheduledAtOf, scheduleFields } from '../dynamodb/scheduled-work.ts';
import {
  always,
  asRead,
  type Condition,
  type ConditionCheck,
  has,
  isNew,
  mapOf,
  type SingleWrite,
  textOf,
  type Write,
} from '../dynamodb/writes.ts';
import { newJob } from '../job.ts';
import { type ActivationAttempts, noAttempts, type Reveals } from './attempts.ts';
import type { CardReconciliationJob } from './eligibility.ts';
import type { Card, IssuerSync } from './model.ts';
import type { CardOrder, OrderKey } from './order.ts';
import { cardStatuses, cardTypes } from './states.ts';
import { statusOf } from './transitions.ts';

/** The card, or card_not_found. */
export const readCard = async (db: Database, tenant: string, id: string): Promise<Card> => {
  const item = await db.get(keys.card(tenant, id));
  if (!item) throw new ApiError('card_not_found');
  return cardOf(item);
};

/** Those of the cards that exist, in the order of their ids. One round trip for up to 100. */
export const findCards = async (db: Database, tenant: string, ids: readonly string[]): Promise<Card[]> => {
  const items = ids.length > 0 ? await db.batch(ids.map((id) => keys.card(tenant, id))) : [];
  return items.filter((item) => item !== undefined).map(cardOf);
};

export type CardFilter = {
  readonly customer_id?: string | undefined;
  readonly status?: ReturnType<typeof statusOf> | undefined;
  readonly type?: Card['type'] | undefined;
};

/** One page of the tenant's cards that fit a filter, newest first. */
export const pageOfCards = (db: Database, tenant: string, filter: CardFilter, wanted: Wanted): Promise<Page<Card>> => {
  const own = { table: 'resources', partition: partitions.cards(tenant) } as const;
  const keyOf = ({ sk }: Item) => keys.card(tenant, String(sk));
  const fits = (card: Card) => filter.status === undefined || statusOf(card) === filter.status;
  return filteredPage(db, { own, ...placesOf(tenant, filter), keyOf, read: cardOf, fits }, wanted);
};

/** Where an index lists the cards that fit a filter, and what it passes over there; nowhere where nothing is filtered. */
const placesOf = (tenant: string, { customer_id, status, type }: CardFilter) => {
  const table = 'resources';
  if (customer_id !== undefined) {
    const filter = status || type ? { ...(status && { status }), ...(type && { type }) } : undefined;
    return {
      places: { table, index: 'by_parent', partition: partitions.cardsOf(tenant, customer_id) },
      filter,
    } as const;
  }
  if (status === undefined && type === undefined) return { places: undefined };
  const types = type ? [type] : cardTypes;
  const places = (status ? [status] : cardStatuses).flatMap((one) =>
    types.map((other) => ({ table, index: 'by_status', partition: partitions.cardsIn(tenant, one, other) }) as const),
  );
  return { places };
};

/** What puts a card: a new one under its id, a changed one only over the version that was read. */
export const saveCard = (card: Card, read?: Card): Write => {
  const { tenant_id: tenant, customer_id, id } = card;
  const key = keys.card(tenant, id);
  // The status is derived from state and blocks; only lists look at it here.
  const status = statusOf(card);
  const item = {
    ...card,
    metadata: textOf(card.metadata),
    status,
    status_key: partitions.cardsIn(tenant, status, card.type),
    parent_key: partitions.cardsOf(tenant, customer_id),
    ...scheduleFields(key, id, card.issuer_sync.scheduled_at),
  };
  return { kind: 'put', key, item, when: read ? asRead(read.version) : isNew };
};

/** Saves what the issuer knows of a card, without a new version. Stale where the card has changed since it was read. */
export const saveIssuerSync = ({ tenant_id: tenant, id, version }: Card, issuer_sync: IssuerSync): SingleWrite => {
  const key = keys.card(tenant, id);
  const due = scheduleFields(key, id, issuer_sync.scheduled_at);
  return { kind: 'set', key, values: { issuer_sync, ...notScheduled, ...due }, when: asRead(version) };
};

/** The condition that a card is as it was read, for a commit that depends on it without writing it. */
export const cardUnchanged = ({ tenant_id, id, version }: Card): ConditionCheck => ({
  key: keys.card(tenant_id, id),
  attribute: 'version',
  is: version,
});

/** The card as stored, without what only lists and indexes need. */
export const cardOf = (item: Item): Card => {
  const { pk, sk, parent_key, status, status_key, metadata, scheduled_at, schedule_shard, sweeps, ...card } = item;
  return { ...card, metadata: mapOf(metadata) } as Card;
};

/** The customer whose cards are reconciled. */
export type Holding = Pick<CardReconciliationJob, 'tenant_id' | 'customer_id'>;

/**
 * The job that reconciles the cards of a customer, for every transaction that changes what they may do. The newest cause
 * replaces the one before, so that a pass that has not seen it cannot end the job.
 */
export const requestReconciliation = (
  { tenant_id, id: customer_id }: Pick<Customer, 'tenant_id' | 'id'>,
  now: Date,
): Write => putJob({ tenant_id, customer_id, ...newJob(randomUUID(), now) }, always);

/** The job, if there is one. */
export const findReconciliation = async (
  db: Database,
  { tenant_id, customer_id }: Holding,
): Promise<CardReconciliationJob | undefined> => {
  const item = await db.get(keys.cardReconciliation(tenant_id, customer_id));
  return item && reconciliationJobOf(item);
};

/** Saves the next step of a job, or ends it. Stale when another worker has written it since. */
export const saveReconciliation = (
  next: CardReconciliationJob | undefined,
  { tenant_id, customer_id, token }: CardReconciliationJob,
): Write => {
  const when = has('token', token);
  return next ? putJob(next, when) : { kind: 'delete', key: keys.cardReconciliation(tenant_id, customer_id), when };
};

/** The job as stored, without what only the sweeper needs. */
export const reconciliationJobOf = (item: Item): CardReconciliationJob => {
  const { pk, sk, scheduled_at, schedule_shard, sweeps, ...job } = item;
  return { ...job, scheduled_at: scheduledAtOf(item) } as CardReconciliationJob;
};

const putJob = ({ scheduled_at, ...job }: CardReconciliationJob, when: Write['when']): Write => {
  const key = keys.cardReconciliation(job.tenant_id, job.customer_id);
  return { kind: 'put', key, item: { ...job, ...scheduleFields(key, job.customer_id, scheduled_at) }, when };
};

/** The count of a key as stored; absent where it has revealed no number lately. */
export type StoredReveals = (Reveals & { readonly version: number }) | undefined;

/** It has to be there for an hour; a day later nobody asks for it. */
const kept_s = 25 * 60 * 60;

/** The count that lies in an item. */
export const revealsOf = (item: Item | undefined): StoredReveals => {
  if (!item) return undefined;
  const { since, count, version } = item as NonNullable<StoredReveals>;
  return { since, count, version };
};

/** What counts one more over what was read: of two at once one counts anew. */
export const saveReveals = (tenant: string, keyId: string, counted: Reveals, read: StoredReveals): Write => ({
  kind: 'put',
  key: keys.reveals(tenant, keyId),
  item: {
    ...counted,
    version: (read?.version ?? 0) + 1,
    expires_at_s: Math.floor(Date.parse(counted.since) / 1000) + kept_s,
  },
  when: read ? asRead(read.version) : isNew,
});

/** The attempts as stored beside the card, so that counting one is no change of the card. */
export type StoredAttempts = ActivationAttempts & { readonly version: number };

/** The card with the attempts to activate it, or card_not_found. One round trip. */
export const readCardToActivate = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<{ readonly card: Card; readonly attempts: StoredAttempts }> => {
  const [card, attempts] = await db.batch([keys.card(tenant, id), keys.activationAttempts(tenant, id)]);
  if (!card) throw new ApiError('card_not_found');
  return { card: cardOf(card), attempts: attemptsOf(attempts) };
};

/** What remembers attempts over those that were read: of two at once one counts anew. */
export const saveAttempts = (card: Card, { wrong, locked_until }: ActivationAttempts, read: StoredAttempts): Write => ({
  kind: 'put',
  key: keys.activationAttempts(card.tenant_id, card.id),
  item: { wrong, locked_until, version: read.version + 1 },
  when: unchanged(read),
});

/** Deletes the attempts of an activated card. Stale where another attempt was counted since. */
export const forgetAttempts = (card: Card, read: StoredAttempts): Write => ({
  kind: 'delete',
  key: keys.activationAttempts(card.tenant_id, card.id),
  when: unchanged(read),
});

const unchanged = ({ version }: StoredAttempts) => (version === 0 ? isNew : asRead(version));

const attemptsOf = (item: Item | undefined): StoredAttempts => {
  if (!item) return { ...noAttempts, version: 0 };
  const { wrong, locked_until, version } = item as StoredAttempts;
  return { wrong, locked_until, version };
};

/** The order, if it is in flight. */
export const findOrder = async (db: Database, order: OrderKey): Promise<CardOrder | undefined> => {
  const item = await db.get(orderKey(order));
  return item && orderOf(item);
};

/** Writes a new order. Of two at once the second is stale, and finds the first when it reads again. */
export const insertOrder = (order: CardOrder): Write => {
  const { scheduled_at, ...stored } = order;
  const key = orderKey(order);
  return { kind: 'put', key, item: { ...stored, ...scheduleFields(key, order.card_id, scheduled_at) }, when: isNew };
};

/** Removes an order in the transaction that writes its card. Stale when the order is being canceled or gone. */
export const completeOrder = (order: CardOrder): Write => ({
  kind: 'delete',
  key: orderKey(order),
  when: isOpen(order),
});

/** Begins to cancel an order, so that it cannot become a card. Stale when it just has. */
export const claimOrder = (order: CardOrder): Write => ({
  kind: 'set',
  key: orderKey(order),
  values: { state: 'canceling' },
  when: isOpen(order),
});

/** Removes an order that the issuer has voided. */
export const removeOrder = (order: CardOrder): Write => ({
  kind: 'delete',
  key: orderKey(order),
  when: has('card_id', order.card_id),
});

/** The key of an order in its table. */
export const orderKey = ({ tenant_id, idempotency_key, operation, path_ids }: OrderKey): ItemKey =>
  keys.cardOrder(tenant_id, idempotency_key, operation, path_ids);

/** The stored order without the fields of the sweeper. */
export const orderOf = (item: Item): CardOrder => {
  const { pk, sk, scheduled_at, schedule_shard, sweeps, ...order } = item;
  return { ...order, scheduled_at: scheduledAtOf(item) } as CardOrder;
};

const isOpen = ({ card_id }: CardOrder): Condition => ({
  expression: '#card = :card AND #state = :open',
  names: { '#card': 'card_id', '#state': 'state' },
  values: { ':card': card_id, ':open': 'open' },
});
