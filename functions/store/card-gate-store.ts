import type { Card } from '../domain/card.ts';
import { cardFeatures } from '../domain/card-features.ts';
import { featureNotActive } from '../domain/card-gate.ts';
import type { Customer } from '../domain/customer.ts';
import { noStanding, restsOnStanding } from '../domain/eligibility.ts';
import { Failure } from '../domain/failure.ts';
import { type FeatureId, features, type Limit } from '../domain/features.ts';
import type { IssuingIntent } from '../domain/issuing-intent.ts';
import { same } from '../domain/same.ts';
import { aboveCaps, requireWithinCaps } from '../domain/spending-controls.ts';
import { accountOf } from './account-store.ts';
import { customerActive, featureActive, type Holder, readHolderWith, readStanding } from './activation-store.ts';
import type { Fact } from './change.ts';
import type { Database } from './database.ts';
import { entitlementOf } from './feature-store.ts';
import { intentKey, intentOf, type Order } from './issuing-intent-store.ts';
import { keys } from './table.ts';

/** A customer who may be given a card, and what that rests on. */
export type CardGate = {
  readonly customer: Customer;
  /** The caps of all that the customer's features grant. */
  readonly granted: readonly Limit[];
  /** For each transaction that the card comes from. */
  readonly facts: readonly Fact[];
  /** The same order, where it is under way already. */
  readonly found: IssuingIntent | undefined;
};

/** Who is to have the card, by whose order, and whose account tells in which currency no further feature is needed. */
export type CardAsked = {
  readonly order: Order;
  readonly accountId: string;
  readonly customerId: string;
  readonly now: Date;
};

/** Lets a customer have such a card, or refuses with what is missing for it. One round trip; one more to refuse. */
export const passCardGate = async (
  db: Database,
  { order, accountId, customerId, now }: CardAsked,
  card: Pick<Card, 'type' | 'currency'>,
): Promise<CardGate> => {
  const { tenant_id: tenant } = order;
  const beside = [keys.account(tenant, accountId), intentKey(order)];
  const { holder, more } = await readHolderWith(db, tenant, customerId, beside);
  const [account, intent] = more;
  if (!account) throw new Failure('account_not_found');
  const { currency } = accountOf(account);
  const { customer } = holder;
  const needed = cardFeatures(card, currency);
  const lacking = needed.find((feature) => customer.status !== 'active' || !isActive(holder, feature));
  if (lacking) throw await refusalOf(db, holder, lacking, now);
  const resting = [...needed, ...raisingCaps.filter((feature) => isActive(holder, feature))];
  return {
    customer,
    granted: resting.flatMap((feature) => features[feature].limits),
    found: intent && intentOf(intent),
    facts: [customerActive(customer), ...resting.map((feature) => featureActive(customer, feature))],
  };
};

/** The caps of what the features of its customer grant a card, and what that rests on. */
export type CardCaps = { readonly granted: readonly Limit[]; readonly facts: readonly Fact[] };

/** The caps that hold for a card now. A round trip only where its limits are above those of its type's feature. */
export const readCaps = async (db: Database, card: Card): Promise<CardCaps> => {
  const { tenant_id, customer_id, currency, spending_controls } = card;
  const granted = cardFeatures(card, currency).flatMap((feature) => features[feature].limits);
  if (aboveCaps(spending_controls, granted).length === 0) return { granted, facts: [] };
  const items = await db.batch(raisingCaps.map((feature) => keys.activation(tenant_id, customer_id, feature)));
  const raised = raisingCaps.filter((_, position) => items[position]?.status === 'active');
  return {
    granted: [...granted, ...raised.flatMap((feature) => features[feature].limits)],
    facts: raised.map((feature) => featureActive({ tenant_id, id: customer_id }, feature)),
  };
};

/** Refuses changed limits of a card that are above its caps, and says what that rests on. What stays is not asked about. */
export const checkRaisedLimits = async (db: Database, card: Card, read: Card): Promise<readonly Fact[]> => {
  if (same(card.spending_controls.limits, read.spending_controls.limits)) return [];
  const { granted, facts } = await readCaps(db, card);
  requireWithinCaps(card.spending_controls, granted);
  return facts;
};

/** What lets a card spend more than its own feature does. */
const raisingCaps = ['higher_limits'] as const satisfies readonly FeatureId[];

const statusOf = ({ activations }: Holder, asked: FeatureId) =>
  activations.find(({ feature }) => feature === asked)?.status;

const isActive = (holder: Holder, feature: FeatureId): boolean => statusOf(holder, feature) === 'active';

const refusalOf = async (db: Database, holder: Holder, feature: FeatureId, now: Date) => {
  const matters = restsOnStanding(features[feature], holder.customer, now);
  const standing = matters ? await readStanding(db, holder) : noStanding;
  const eligibility = entitlementOf(holder, standing, now).eligibilityFor(feature);
  return featureNotActive(holder.customer, { feature, status: statusOf(holder, feature), eligibility });
};
