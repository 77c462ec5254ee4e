import type { CardCircumstances } from '../../domain/cards/alignment.ts';
import type { Card } from '../../domain/cards/card.ts';
import { capsOf, grantingFeatures, hasFeature, raisingCaps } from '../../domain/cards/features.ts';
import { nothingSpent, type SpendingCounters } from '../../domain/cards/spending.ts';
import type { Limit } from '../../domain/features/catalogue.ts';
import { asRead, type Fact, isNew, type Write } from '../change.ts';
import type { Database, Item } from '../database.ts';
import { featureActive } from '../features/holders.ts';
import { keys } from '../table.ts';
import { cardFact } from './cards.ts';
import { readCardCircumstances } from './circumstances.ts';

/** The counters of a card and its replacements, with the version that a change of them rests on. */
export type StoredSpending = { readonly counters: SpendingCounters; readonly version: number };

/** All that an authorization is decided on besides its card. */
export type Spender = {
  readonly circumstances: CardCircumstances;
  /** The caps of all that its customer's features grant the card. */
  readonly granted: readonly Limit[];
  readonly spending: StoredSpending;
  readonly facts: readonly Fact[];
};

/** The customer of a card, what its features grant, and what was spent. One round trip. */
export const readSpender = async (db: Database, account_id: string, card: Card): Promise<Spender> => {
  const { tenant_id, customer_id, counted_with } = card;
  const wanted = [keys.spending(tenant_id, counted_with)];
  const { circumstances, facts, more } = await readCardCircumstances(db, { tenant_id, account_id }, card, wanted);
  const { activations, account_currency } = circumstances;
  const raising = raisingCaps.filter((feature) => hasFeature(activations, feature));
  const customer = { tenant_id, id: customer_id };
  return {
    circumstances,
    granted: capsOf(grantingFeatures(card, activations, account_currency)),
    spending: spendingOf(more[0]),
    facts: [cardFact(card), ...facts, ...raising.map((feature) => featureActive(customer, feature))],
  };
};

/** Whose counters something is counted with: a card's, or an authorization's. */
type Counted = Pick<Card, 'tenant_id' | 'counted_with'>;

/** What was spent with a card and its replacements. One round trip. */
export const readSpending = async (db: Database, { tenant_id, counted_with }: Counted): Promise<StoredSpending> =>
  spendingOf(await db.get(keys.spending(tenant_id, counted_with)));

/** What puts counters over those that were read: of two authorizations at once one decides anew, on what the other left. */
export const saveSpending = (
  { tenant_id, counted_with }: Counted,
  counters: SpendingCounters,
  read: StoredSpending,
): Write => ({
  kind: 'put',
  key: keys.spending(tenant_id, counted_with),
  item: { counters, version: read.version + 1 },
  when: read.version === 0 ? isNew : asRead(read.version),
});

const spendingOf = (item: Item | undefined): StoredSpending => {
  if (!item) return { counters: nothingSpent, version: 0 };
  const { counters, version } = item as StoredSpending;
  return { counters, version };
};
