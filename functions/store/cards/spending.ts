import type { CardCircumstances } from '../../domain/cards/alignment.ts';
import type { Card } from '../../domain/cards/card.ts';
import { capsOf, grantingFeatures, hasFeature, raisingCaps } from '../../domain/cards/features.ts';
import { nothingSpent, type SpendingCounters } from '../../domain/cards/spending.ts';
import type { Limit } from '../../domain/features/catalogue.ts';
import { asRead, type Fact, isNew, type Write } from '../change.ts';
import type { Database, Item } from '../database.ts';
import { featureActive } from '../features/holders.ts';
import { keys } from '../table.ts';
import { cardFact, readCard } from './cards.ts';
import { readCardCircumstances } from './circumstances.ts';

/** The counters of a card and its replacements, with the version that a change of them rests on. */
export type StoredSpending = { readonly counters: SpendingCounters; readonly version: number };

/** A card and all that an authorization of it is decided on. */
export type Spender = {
  readonly card: Card;
  readonly circumstances: CardCircumstances;
  /** The caps of all that its customer's features grant the card. */
  readonly granted: readonly Limit[];
  readonly spending: StoredSpending;
  readonly facts: readonly Fact[];
};

/** The card with its customer, the customer's features and what was spent, or the refusal. Two round trips. */
export const readSpender = async (
  db: Database,
  caller: { readonly tenant_id: string; readonly account_id: string },
  id: string,
): Promise<Spender> => {
  const card = await readCard(db, caller.tenant_id, id);
  const counted = keys.spending(card.tenant_id, card.counted_with);
  const { circumstances, facts, more } = await readCardCircumstances(db, caller, card, [counted]);
  const { activations, account_currency } = circumstances;
  const raising = raisingCaps.filter((feature) => hasFeature(activations, feature));
  const customer = { tenant_id: card.tenant_id, id: card.customer_id };
  return {
    card,
    circumstances,
    granted: capsOf(grantingFeatures(card, activations, account_currency)),
    spending: spendingOf(more[0]),
    facts: [cardFact(card), ...facts, ...raising.map((feature) => featureActive(customer, feature))],
  };
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
