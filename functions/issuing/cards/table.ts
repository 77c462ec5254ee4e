import { ApiError } from '../../core/api-error.ts';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import { entity, indexed } from '../../core/dynamodb/entity.ts';
import { resourceKey } from '../../core/dynamodb/keys.ts';
import {
  type FilterBy,
  filteredPage,
  type Lenient,
  type Page,
  type PageRequest,
  pageOfIds,
  readableOf,
} from '../../core/dynamodb/list.ts';
import { notScheduled, scheduleFields } from '../../core/dynamodb/scheduled-work.ts';
import {
  asRead,
  type Condition,
  isNew,
  type SingleWrite,
  stillHas,
  textOf,
  type Write,
} from '../../core/dynamodb/writes.ts';
import type { ActivationAttempts, Reveals } from './attempts.ts';
import { closesAt } from './cancel-after.ts';
import { type Card, expiresAt } from './model.ts';
import { cardStatuses, cardTypes } from './states.ts';
import { readStoredAttempts, readStoredCard, readStoredReveals } from './stored-form.ts';
import { statusOf } from './transitions.ts';

/** The card as stored; its status is derived, and only lists look at it there. */
export const cardOf = ({ status, ...card }: Item): Card => readStoredCard(card);

/** When a card is renewed, and when it closes by itself. */
const endsOf = (card: Card): string[] =>
  card.state === 'closed'
    ? []
    : [closesAt(card.cancel_after), card.renews_at, expiresAt(card).toISOString()].filter(
        (at) => at !== null,
      );

/** When the sweeper has to look at a card: its issuer is not up to date, it is renewed, or its last day is over. */
const nextStepAt = (card: Card): string | null => {
  const { issuer_sync, advanced_to, updated_at } = card;
  // An end that a simulated clock has reached is due at once.
  const ends = endsOf(card).map((at) => (at <= (advanced_to ?? '') ? updated_at : at));
  return [issuer_sync.scheduled_at, ...ends].filter((at) => at !== null).toSorted()[0] ?? null;
};

/** Not every write makes a new version: what else decides the next step must be as it was read too. */
const asScheduled = ({ version, advanced_to, renews_at, issuer_sync }: Card): Condition => {
  const sync = Object.entries(issuer_sync).map(
    ([name, value]) => [`issuer_sync.${name}`, value] as const,
  );
  return stillHas({ version, advanced_to, renews_at, ...Object.fromEntries(sync) });
};

const cards = entity<Card>({
  name: 'card',
  missing: 'card_not_found',
  read: cardOf,
  attributes: (card, own) => ({
    metadata: textOf(card.metadata),
    status: statusOf(card),
    status_key: own.in(statusOf(card), card.type),
    parent_key: own.of(card.customer_id),
  }),
  due: nextStepAt,
  savedOver: asScheduled,
});

export const { read: readCard, save: saveCard, unchanged: cardUnchanged } = cards;

/** The keys of cards and of what is stored beside them. */
export const cardKeys = {
  card: cards.key,
  /** How many wrong last digits were given for this card? */
  attempts: (tenant: string, cardId: string) => beside(tenant, cardId, 'activation-attempts'),
  /** How many numbers was this key, or this person, shown? */
  reveals: (tenant: string, actorId: string) => beside(tenant, actorId, 'reveals'),
  /** What was spent with this card and its replacements? By the first of them. */
  spending: (tenant: string, firstCardId: string) => beside(tenant, firstCardId, 'spending'),
};

const beside = (tenant: string, id: string, sk: string) => resourceKey(`${tenant}/${id}`, sk);

/** Those of the cards that exist, in the order of their ids. One round trip for up to 100. */
export const findCards = async (
  db: Database,
  tenant: string,
  ids: readonly string[],
  wanted: Lenient = {},
): Promise<Card[]> => {
  const items = ids.length > 0 ? await db.batch(ids.map((id) => cardKeys.card(tenant, id))) : [];
  return readableOf(
    items.filter((item) => item !== undefined),
    cardOf,
    wanted,
  );
};

export type CardFilter = FilterBy<Card, 'customer_id' | 'type' | 'last4'> & {
  /** With a comma between two. */
  readonly ids?: string | undefined;
  readonly status?: ReturnType<typeof statusOf> | undefined;
};

/** One page of the tenant's cards that fit a filter, newest first. */
export const pageOfCards = (
  db: Database,
  tenant: string,
  filter: CardFilter,
  wanted: PageRequest,
): Promise<Page<Card>> => {
  const fits = (card: Card) => filter.status === undefined || statusOf(card) === filter.status;
  if (filter.ids !== undefined) {
    const { customer_id, type, last4 } = filter;
    const named = Object.entries({ customer_id, type, last4 }).filter(([, value]) => value);
    return pageOfIds(filter.ids, wanted, async (ids) =>
      (await findCards(db, tenant, ids, wanted)).filter(
        (card) => fits(card) && named.every(([name, value]) => card[name as keyof Card] === value),
      ),
    );
  }
  return filteredPage(db, cards.listed(tenant, { ...partitionsOf(tenant, filter), fits }), wanted);
};

/** Where an index lists the cards that fit a filter, and what it passes over there; nowhere where nothing is filtered. */
const partitionsOf = (tenant: string, { customer_id, status, type, last4 }: CardFilter) => {
  const own = cards.partitionsOf(tenant);
  const wanted = { ...(status && { status }), ...(type && { type }) };
  // No index has it: the cards themselves are filtered.
  if (last4 !== undefined) {
    const filter = { last4, ...(customer_id && { customer_id }), ...wanted };
    return { partitions: { table: 'resources', partition: cards.all(tenant) }, filter } as const;
  }
  if (customer_id !== undefined) {
    const filter = status || type ? wanted : undefined;
    return { partitions: indexed('by_parent', own.of(customer_id)), filter };
  }
  if (status === undefined && type === undefined) return { partitions: undefined };
  const types = type ? [type] : cardTypes;
  const listed = (status ? [status] : cardStatuses).flatMap((one) =>
    types.map((other) => indexed('by_status', own.in(one, other))),
  );
  return { partitions: listed };
};

/** The members of a card that only the service knows. */
type Internal = Partial<Pick<Card, 'issuer_sync' | 'renews_at' | 'advanced_to'>>;

/** Saves what only the service knows of a card, without a new version. Stale where the card has changed since it was read. */
export const saveInternalState = (card: Card, internal: Internal): SingleWrite => {
  const { tenant_id: tenant, id } = card;
  const key = cardKeys.card(tenant, id);
  const due = scheduleFields(key, id, nextStepAt({ ...card, ...internal }));
  return {
    kind: 'set',
    key,
    values: { ...internal, ...notScheduled, ...due },
    when: asScheduled(card),
  };
};

/** The write by which a simulated clock reaches a time for a card; undefined where nothing of it is scheduled until then. */
export const cardAdvanced = (card: Card, until: string): SingleWrite | undefined =>
  endsOf(card).some((at) => at > (card.advanced_to ?? '') && at <= until)
    ? saveInternalState(card, { advanced_to: until })
    : undefined;

/** The count of a key as stored; absent where it has revealed no number lately. */
export type StoredReveals = (Reveals & { readonly version: number }) | undefined;

/** An hour is needed, and a day more is harmless. */
const kept_s = 25 * 60 * 60;

/** The count in an item. */
export const revealsOf = (item: Item | undefined): StoredReveals => {
  if (!item) return undefined;
  const { since, count, version } = readStoredReveals(item);
  return { since, count, version };
};

/** Saves a count over the one that was read: of two at once the second is stale. */
export const saveReveals = (
  tenant: string,
  keyId: string,
  counted: Reveals,
  read: StoredReveals,
): Write => ({
  kind: 'put',
  key: cardKeys.reveals(tenant, keyId),
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
  const [card, attempts] = await db.batch([
    cardKeys.card(tenant, id),
    cardKeys.attempts(tenant, id),
  ]);
  if (!card) throw new ApiError('card_not_found');
  return { card: cardOf(card), attempts: attemptsOf(attempts) };
};

/** Saves attempts over those that were read: of two at once the second is stale. */
export const saveAttempts = (
  card: Card,
  { wrong, locked_until }: ActivationAttempts,
  read: StoredAttempts,
): Write => ({
  kind: 'put',
  key: cardKeys.attempts(card.tenant_id, card.id),
  item: { wrong, locked_until, version: read.version + 1 },
  when: unchanged(read),
});

/** Deletes the attempts of a card. Stale where another attempt was counted since. */
export const deleteAttempts = (card: Card, read: StoredAttempts): Write => ({
  kind: 'delete',
  key: cardKeys.attempts(card.tenant_id, card.id),
  when: unchanged(read),
});

/** Deletes the attempts of cards whose customer is redacted: each contains the caller's idempotency key. */
export const eraseAttempts = async (db: Database, cards: readonly Card[]): Promise<Write[]> => {
  if (cards.length === 0) return [];
  const found = await db.batch(cards.map(({ tenant_id, id }) => cardKeys.attempts(tenant_id, id)));
  return cards.flatMap((card, position) =>
    found[position] ? [deleteAttempts(card, attemptsOf(found[position]))] : [],
  );
};

const unchanged = ({ version }: StoredAttempts) => (version === 0 ? isNew : asRead(version));

const attemptsOf = (item: Item | undefined): StoredAttempts => {
  if (!item) return { wrong: [], locked_until: null, version: 0 };
  const { wrong, locked_until, version } = readStoredAttempts(item);
  return { wrong, locked_until, version };
};
