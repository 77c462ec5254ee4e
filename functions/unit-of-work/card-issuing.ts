import type { Card, IssuedCard, Making } from '../domain/cards/card.ts';
import {
  featuresToRaise,
  grantsFor,
  lackingFeature,
  refusalOfCard,
  requireRaisedWithin,
} from '../domain/cards/gate.ts';
import { adoptIntent, type IssuingIntent, newIntent } from '../domain/cards/issuing-intent.ts';
import type { Customer } from '../domain/customers/customer.ts';
import type { Limit } from '../domain/features/catalogue.ts';
import { noStanding } from '../domain/features/eligibility.ts';
import { needsStanding } from '../domain/features/entitlement.ts';
import type { NewId } from '../domain/id.ts';
import { activeOf, type CardAsked, readApplicant } from '../store/cards/gate.ts';
import { openIntent } from '../store/cards/issuing-intents.ts';
import type { Fact, Write } from '../store/change.ts';
import { customerUnchanged } from '../store/customers/customers.ts';
import type { Database } from '../store/database.ts';
import { featureActive, readStanding } from '../store/features/activations.ts';

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

/** Lets a customer have such a card, or refuses with what is missing for it. One round trip; one more to refuse. */
export const passCardGate = async (
  db: Database,
  asked: CardAsked,
  card: Pick<Card, 'type' | 'currency'>,
  now: Date,
): Promise<CardGate> => {
  const { holder, accountCurrency, found } = await readApplicant(db, asked);
  const lacking = lackingFeature(holder, card, accountCurrency);
  if (lacking) {
    const standing = needsStanding([lacking], holder.customer, now) ? await readStanding(db, holder) : noStanding;
    throw refusalOfCard(holder, lacking, standing, now);
  }
  const { customer } = holder;
  const { granting, granted } = grantsFor(card, holder, accountCurrency);
  const facts = [customerUnchanged(customer), ...granting.map((feature) => featureActive(customer, feature))];
  return { customer, granted, found, facts };
};

/**
 * Refuses limits of a card that are raised above what its customer's features grant, and says what that rests on. Limits
 * that stay as they were are not asked about. A round trip only where the features it needs do not suffice.
 */
export const checkRaisedLimits = async (db: Database, card: Card, read: Card): Promise<Fact[]> => {
  const { tenant_id, customer_id: id } = card;
  const raising = await activeOf(db, card, featuresToRaise(card, read));
  requireRaisedWithin(card, read, raising);
  return raising.map((feature) => featureActive({ tenant_id, id }, feature));
};

/** An order of a card: by what it is found again, and what its first moment rests on. */
export type CardOrdering = {
  readonly order: Parameters<typeof newIntent>[0];
  readonly found: IssuingIntent | undefined;
  readonly facts: readonly Fact[];
};

/** What an order takes of its request. */
type Asking = {
  readonly now: Date;
  readonly newId: NewId;
  /** Commits what must stand before the issuer is called. */
  readonly checkpoint: (unit: { readonly writes: readonly Write[]; readonly facts: readonly Fact[] }) => Promise<void>;
};

/** Who makes cards, for one card. */
export type Issuing = {
  readonly name: string;
  readonly issue: (intent: IssuingIntent) => Promise<IssuedCard>;
  readonly waitDivisor: number;
};

/**
 * Orders a card: the intent is committed before the issuer is called, and an order that is under way is gone on with. What
 * it answers is committed with the card, which closes the intent.
 */
export const orderCard = async (
  { now, newId, checkpoint }: Asking,
  { order, found, facts }: CardOrdering,
  { name, issue, waitDivisor }: Issuing,
): Promise<{ readonly intent: IssuingIntent; readonly making: Omit<Making, 'now'> }> => {
  const intent = found ? adoptIntent(found, order.request_hash) : newIntent(order, newId('card'), now, waitDivisor);
  if (!found) await checkpoint({ writes: [openIntent(intent)], facts });
  const { card_id: id, tenant_id } = intent;
  return { intent, making: { id, tenant_id, issuer: name, issued: await issue(intent) } };
};
