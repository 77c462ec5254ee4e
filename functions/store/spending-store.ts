import type { Card } from '../domain/card.ts';
import { Failure } from '../domain/failure.ts';
import { nothingSpent, type SpendingCounters } from '../domain/spending.ts';
import { cardOf } from './card-store.ts';
import { asRead, isNew, type Write } from './change.ts';
import type { Database, Item } from './database.ts';
import { keys } from './table.ts';

/** The counters of a card and its replacements, with the version that a change of them rests on. */
export type StoredSpending = { readonly counters: SpendingCounters; readonly version: number };

/** The card with what was spent with it, or the refusal. One round trip; two for a replacement, which shares its counters. */
export const readCardToSpend = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<{ readonly card: Card; readonly spending: StoredSpending }> => {
  const [item, own] = await db.batch([keys.card(tenant, id), keys.spending(tenant, id)]);
  if (!item) throw new Failure('card_not_found');
  const card = cardOf(item);
  const shared = card.counted_with === id ? own : await db.get(keys.spending(tenant, card.counted_with));
  return { card, spending: spendingOf(shared) };
};

/** What puts counters over those that were read: of two authorizations at once one decides anew, on what the other left. */
export const saveSpending = (card: Card, counters: SpendingCounters, read: StoredSpending): Write => ({
  kind: 'put',
  key: keys.spending(card.tenant_id, card.counted_with),
  item: { counters, version: read.version + 1 },
  when: read.version === 0 ? isNew : asRead(read.version),
});

const spendingOf = (item: Item | undefined): StoredSpending => {
  if (!item) return { counters: nothingSpent, version: 0 };
  const { counters, version } = item as StoredSpending;
  return { counters, version };
};
