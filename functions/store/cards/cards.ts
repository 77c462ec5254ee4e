import { ApiError } from '../../domain/api-error.ts';
import { type Card, cardTypes } from '../../domain/cards/card.ts';
import { type IssuerSync, synced } from '../../domain/cards/issuer-sync.ts';
import { cardStatuses } from '../../domain/cards/life.ts';
import { statusOf } from '../../domain/cards/moves.ts';
import { asRead, type Fact, isNew, type LoneWrite, type Write } from '../change.ts';
import type { Database, Item } from '../database.ts';
import { dueFields, nothingDue } from '../due-fields.ts';
import { filteredPage, type Page, type Wanted } from '../list.ts';
import { mapOf, textOf } from '../pairs.ts';
import { keys, partitions } from '../table.ts';

/** The card, or the refusal. */
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
    ...dueFields(key, id, card.issuer_sync.due_at),
  };
  return { kind: 'put', key, item, when: read ? asRead(read.version) : isNew };
};

/** Notes what the issuer was told of a card as it was read; no change of the card, and stale where there was one since. */
export const saveIssuerSync = ({ tenant_id: tenant, id, version }: Card, issuer_sync: IssuerSync): LoneWrite => {
  const key = keys.card(tenant, id);
  const due = dueFields(key, id, issuer_sync.due_at);
  return { kind: 'set', key, values: { issuer_sync, ...nothingDue, ...due }, when: asRead(version) };
};

/** The fact that a card is as it was read, for what rests on all of it and does not write it. */
export const cardFact = ({ tenant_id, id, version }: Card): Fact => ({
  key: keys.card(tenant_id, id),
  attribute: 'version',
  is: version,
});

/** The card as stored, without what only lists and indexes need. */
export const cardOf = (item: Item): Card => {
  const { pk, sk, parent_key, status, status_key, metadata, due_at, due_shard, sweeps, ...card } = item;
  const issuer_sync = card.issuer_sync ?? neverAsked(item);
  return { ...card, issuer_sync, metadata: mapOf(metadata) } as Card;
};

/** A card of an earlier release, which told issuers nothing after they had made it: the next change tells all of it. */
const neverAsked = ({ version, created_at }: Item): IssuerSync => synced(Number(version), new Date(String(created_at)));
