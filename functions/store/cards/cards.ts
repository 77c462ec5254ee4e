import type { Card } from '../../domain/cards/card.ts';
import { statusOf } from '../../domain/cards/moves.ts';
import { Failure } from '../../domain/failure.ts';
import { asRead, type Fact, isNew, type Write } from '../change.ts';
import type { Database, Item } from '../database.ts';
import { listPage, type Page, type Wanted } from '../list.ts';
import { mapOf, textOf } from '../pairs.ts';
import { keys, partitions } from '../table.ts';

/** The card, or the refusal. */
export const readCard = async (db: Database, tenant: string, id: string): Promise<Card> => {
  const item = await db.get(keys.card(tenant, id));
  if (!item) throw new Failure('card_not_found');
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
export const pageOfCards = async (
  db: Database,
  tenant: string,
  { customer_id, status, type }: CardFilter,
  wanted: Wanted,
): Promise<Page<Card>> => {
  const where = status || type ? { ...(status && { status }), ...(type && { type }) } : undefined;
  if (customer_id !== undefined) return pageOfCustomer(db, tenant, customer_id, wanted, where);
  const place = { table: 'resources', partition: partitions.cards(tenant) } as const;
  const { items, next } = await listPage(db, place, wanted, where);
  return { items: items.map(cardOf), next };
};

/** The index says which cards; what they are is read from the table, since an index may lag behind it. */
const pageOfCustomer = async (
  db: Database,
  tenant: string,
  customerId: string,
  wanted: Wanted,
  where: Readonly<Record<string, string>> | undefined,
): Promise<Page<Card>> => {
  const partition = partitions.cardsOf(tenant, customerId);
  const { items, next } = await listPage(db, { table: 'resources', index: 'by_parent', partition }, wanted, where);
  const ids = items.map(({ sk }) => String(sk));
  const cards = await findCards(db, tenant, ids);
  return { items: cards.filter((card) => !where?.status || statusOf(card) === where.status), next };
};

/** What puts a card: a new one under its id, a changed one only over the version that was read. */
export const saveCard = (card: Card, read?: Card): Write => {
  const { tenant_id: tenant, customer_id, id } = card;
  // The status is derived from state and blocks; only lists look at it here.
  const derived = { status: statusOf(card), parent_key: partitions.cardsOf(tenant, customer_id) };
  const item = { ...card, metadata: textOf(card.metadata), ...derived };
  return { kind: 'put', key: keys.card(tenant, id), item, when: read ? asRead(read.version) : isNew };
};

/** The fact that a card is as it was read, for what rests on all of it and does not write it. */
export const cardFact = ({ tenant_id, id, version }: Card): Fact => ({
  key: keys.card(tenant_id, id),
  attribute: 'version',
  is: version,
});

/** The card as stored, without what only lists and indexes need. */
export const cardOf = (item: Item): Card => {
  const { pk, sk, parent_key, status, metadata, ...card } = item;
  return { ...card, metadata: mapOf(metadata) } as Card;
};
