import { ApiError } from '../../core/api-error.ts';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import type { ItemKey } from '../../core/dynamodb/keys.ts';
import { absent, nested, reading, required, storedForm } from '../../core/dynamodb/stored-form.ts';
import { asRead, type ConditionCheck, isNew, type Write } from '../../core/dynamodb/writes.ts';
import { stillInStatus } from '../../identity/customers/table.ts';
import type { Limit } from '../../identity/features/model.ts';
import {
  activationKey,
  activationOf,
  featureActive,
  readCustomerSnapshotWith,
} from '../../identity/features/table.ts';
import { accountOf } from '../../tenants/accounts/stored-form.ts';
import { accountKey } from '../../tenants/accounts/table.ts';
import {
  type CardContext,
  capsOf,
  cardFeatures,
  featuresToRaise,
  grantingFeatures,
  hasFeature,
  raisingCaps,
  requireRaisedWithin,
} from './eligibility.ts';
import type { Card } from './model.ts';
import { nothingSpent, type SpendingCounters } from './spending.ts';
import { cardKeys } from './table.ts';

/** Everything except the card that decides what it may do now, and the conditions that a commit checks. */
export type ReadContext = {
  readonly context: CardContext;
  /** The customer's status, and each feature that the card needs and has. */
  readonly conditions: readonly ConditionCheck[];
  /** The items of the other keys that were asked for. */
  readonly more: readonly (Item | undefined)[];
};

/**
 * The customer of a card with its features as they count at a moment, and in the same round trip the items of these keys, in
 * their order.
 */
export const readCardContext = async (
  db: Database,
  {
    tenant_id,
    account_id,
    now,
  }: { readonly tenant_id: string; readonly account_id: string; readonly now: Date },
  card: Card,
  wanted: readonly ItemKey[] = [],
): Promise<ReadContext> => {
  const beside = [accountKey(tenant_id, account_id), ...wanted];
  const of = { tenant: tenant_id, customerId: card.customer_id, now };
  const { snapshot, more } = await readCustomerSnapshotWith(db, of, beside);
  const [account, ...others] = more;
  if (!account) throw new ApiError('account_not_found');
  const { customer, activations } = snapshot;
  const { currency: account_currency } = accountOf(account);
  const had = cardFeatures(card, account_currency).filter((feature) =>
    hasFeature(activations, feature),
  );
  return {
    context: { customer, activations, account_currency },
    conditions: [
      stillInStatus(customer),
      ...had.map((feature) => featureActive(customer, feature)),
    ],
    more: others,
  };
};

/**
 * Requires that limits which are raised above what the card's own feature grants are within those of its other features, and
 * returns what that depends on. Limits that stay the same pass. A round trip only where other features are needed.
 */
export const checkRaisedLimits = async (
  db: Database,
  card: Card,
  read: Card,
  now: Date,
): Promise<ConditionCheck[]> => {
  const { tenant_id, customer_id: id } = card;
  const asked = featuresToRaise(card, read);
  const items =
    asked.length > 0
      ? await db.batch(asked.map((feature) => activationKey(tenant_id, id, feature)))
      : [];
  const activations = items
    .filter((item) => item !== undefined)
    .map((item) => activationOf(item, now));
  const raising = asked.filter((feature) => hasFeature(activations, feature));
  requireRaisedWithin(card, read, raising);
  return raising.map((feature) => featureActive({ tenant_id, id }, feature));
};

/** The counters of a card and its replacements, with the version that a change of them rests on. */
export type StoredSpending = { readonly counters: SpendingCounters; readonly version: number };

/** All that an authorization is decided on besides its card. */
export type SpendingContext = {
  readonly context: CardContext;
  /** The caps of all that its customer's features grant the card. */
  readonly granted: readonly Limit[];
  readonly spending: StoredSpending;
  readonly conditions: readonly ConditionCheck[];
};

/** The customer of a card, what its features grant, and what was spent. One round trip. */
export const readSpendingContext = async (
  db: Database,
  account_id: string,
  card: Card,
  now: Date,
): Promise<SpendingContext> => {
  const { tenant_id, customer_id, counted_with } = card;
  const wanted = [cardKeys.spending(tenant_id, counted_with)];
  const { context, conditions, more } = await readCardContext(
    db,
    { tenant_id, account_id, now },
    card,
    wanted,
  );
  const { activations, account_currency } = context;
  const raising = raisingCaps.filter((feature) => hasFeature(activations, feature));
  const customer = { tenant_id, id: customer_id };
  return {
    context,
    granted: capsOf(grantingFeatures(card, activations, account_currency), card.currency),
    spending: spendingOf(more[0]),
    conditions: [...conditions, ...raising.map((feature) => featureActive(customer, feature))],
  };
};

/** The owner of the counters that something is counted with: a card, or an authorization. */
type Counted = Pick<Card, 'tenant_id' | 'counted_with'>;

/** The amounts spent with a card and its replacements. One round trip. */
export const readSpending = async (
  db: Database,
  { tenant_id, counted_with }: Counted,
): Promise<StoredSpending> => spendingOf(await db.get(cardKeys.spending(tenant_id, counted_with)));

/** Puts counters over those that were read: of two authorizations at once the second is stale and decides again. */
export const saveSpending = (
  { tenant_id, counted_with }: Counted,
  counters: SpendingCounters,
  read: StoredSpending,
): Write => ({
  kind: 'put',
  key: cardKeys.spending(tenant_id, counted_with),
  item: { counters, version: read.version + 1 },
  when: read.version === 0 ? isNew : asRead(read.version),
});

const counter = storedForm<SpendingCounters['daily']>({
  window: required,
  spent: required,
  count: required,
});

/** How counters are stored. An interval that is counted later has counted nothing yet. */
const spendingForm = storedForm<StoredSpending>({
  version: required,
  counters: nested(
    storedForm<SpendingCounters>({
      daily: nested(counter, absent(nothingSpent.daily)),
      weekly: nested(counter, absent(nothingSpent.weekly)),
      monthly: nested(counter, absent(nothingSpent.monthly)),
      yearly: nested(counter, absent(nothingSpent.yearly)),
      all_time: nested(counter, absent(nothingSpent.all_time)),
    }),
  ),
});

export const readStoredSpending = reading('resources', 'spending', spendingForm);

const spendingOf = (item: Item | undefined): StoredSpending => {
  if (!item) return { counters: nothingSpent, version: 0 };
  const { counters, version } = readStoredSpending(item);
  return { counters, version };
};
