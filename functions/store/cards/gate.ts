import type { Card } from '../../domain/cards/card.ts';
import { capsOf, cardFeatures, grantingFeatures, hasFeature, raisingCaps } from '../../domain/cards/features.ts';
import { featureNotActive } from '../../domain/cards/gate.ts';
import type { IssuingIntent } from '../../domain/cards/issuing-intent.ts';
import { aboveCaps, requireWithinCaps } from '../../domain/cards/spending-controls.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import { Failure } from '../../domain/failure.ts';
import { type FeatureId, features, type Limit } from '../../domain/features/catalogue.ts';
import { noStanding, restsOnStanding } from '../../domain/features/eligibility.ts';
import { accountOf } from '../accounts/accounts.ts';
import type { Fact } from '../change.ts';
import type { Database } from '../database.ts';
import {
  customerUnchanged,
  featureActive,
  type Holder,
  readHolderWith,
  readStanding,
} from '../features/activations.ts';
import { entitlementOf } from '../features/entitlements.ts';
import { keys } from '../table.ts';
import { intentKey, intentOf, type Order } from './issuing-intents.ts';

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
  const { customer, activations } = holder;
  const lacking = cardFeatures(card, currency).find(
    (feature) => customer.status !== 'active' || !hasFeature(activations, feature),
  );
  if (lacking) throw await refusalOf(db, holder, lacking, now);
  const granting = grantingFeatures(card, activations, currency);
  return {
    customer,
    granted: capsOf(granting),
    found: intent && intentOf(intent),
    facts: [customerUnchanged(customer), ...granting.map((feature) => featureActive(customer, feature))],
  };
};

/**
 * Refuses limits of a card that are raised above what its customer's features grant, and says what that rests on. Limits
 * that stay as they were are not asked about. A round trip only where the features it needs do not suffice.
 */
export const checkRaisedLimits = async (db: Database, card: Card, read: Card): Promise<Fact[]> => {
  const { tenant_id, customer_id, currency, spending_controls: controls } = card;
  const { limits: before } = read.spending_controls;
  const granted = capsOf(cardFeatures(card, currency));
  if (aboveCaps(controls, granted, before).length === 0) return [];
  const items = await db.batch(raisingCaps.map((feature) => keys.activation(tenant_id, customer_id, feature)));
  const raised = raisingCaps.filter((_, position) => items[position]?.status === 'active');
  requireWithinCaps(controls, [...granted, ...capsOf(raised)], before);
  return raised.map((feature) => featureActive({ tenant_id, id: customer_id }, feature));
};

const refusalOf = async (db: Database, holder: Holder, feature: FeatureId, now: Date) => {
  const matters = restsOnStanding(features[feature], holder.customer, now);
  const standing = matters ? await readStanding(db, holder) : noStanding;
  const eligibility = entitlementOf(holder, standing, now).eligibilityFor(feature);
  const status = holder.activations.find((activation) => activation.feature === feature)?.status;
  return featureNotActive(holder.customer, { feature, status, eligibility });
};
