import { ApiError } from '../api-error.ts';
import type { Customer } from '../customers/model.ts';
import { customerUnchanged } from '../customers/table.ts';
import type { Durations } from '../durations.ts';
import type { Database } from '../dynamodb/client.ts';
import type { ConditionCheck, Write } from '../dynamodb/writes.ts';
import type { Limit } from '../features/catalogue.ts';
import { needsIdentity, noIdentity } from '../features/eligibility.ts';
import { featureActive, readStanding } from '../features/table.ts';
import type { NewId } from '../ids.ts';
import { callOff } from './cancel-order.ts';
import { activeOf, type OrderingCustomer } from './context.ts';
import { errorOfCard, featuresToRaise, grantsFor, lackingFeature, requireRaisedWithin } from './eligibility.ts';
import type { Card, IssuedCard, ReplacementReason } from './model.ts';
import { type Cardholder, cardholderFrom, foundOrder, type IssuingIntent, newIntent } from './order.ts';
import { openIntent } from './orders-table.ts';
import type { Destination } from './shipping.ts';

/** A customer who may be given a card, and what that rests on. */
type CardEligibility = {
  readonly customer: Customer;
  /** The caps of all that the customer's features grant. */
  readonly granted: readonly Limit[];
  /** For each transaction that the card comes from. */
  readonly conditions: readonly ConditionCheck[];
};

/** Lets a customer have such a card, or refuses with what is missing for it: then with one round trip more. */
export const requireCardEligibility = async (
  db: Database,
  { snapshot, accountCurrency }: OrderingCustomer,
  card: Pick<Card, 'type' | 'currency'>,
  now: Date,
): Promise<CardEligibility> => {
  const lacking = lackingFeature(snapshot, card, accountCurrency);
  if (lacking) {
    const standing = needsIdentity([lacking], snapshot.customer, now) ? await readStanding(db, snapshot) : noIdentity;
    throw errorOfCard(snapshot, lacking, standing, now);
  }
  const { customer } = snapshot;
  const { granting, granted } = grantsFor(card, snapshot, accountCurrency);
  const conditions = [customerUnchanged(customer), ...granting.map((feature) => featureActive(customer, feature))];
  return { customer, granted, conditions };
};

/**
 * Refuses limits of a card that are raised above what its customer's features grant, and says what that rests on. Limits
 * that stay as they were are not asked about. A round trip only where the features it needs do not suffice.
 */
export const checkRaisedLimits = async (db: Database, card: Card, read: Card): Promise<ConditionCheck[]> => {
  const { tenant_id, customer_id: id } = card;
  const raising = await activeOf(db, card, featuresToRaise(card, read));
  requireRaisedWithin(card, read, raising);
  return raising.map((feature) => featureActive({ tenant_id, id }, feature));
};

/** An order of a card: by what it is found again, and as it was found. */
type CardOrdering = {
  readonly order: Parameters<typeof newIntent>[0];
  readonly found: IssuingIntent | undefined;
  /** Shortens on a laptop what is waited. */
  readonly durations: Durations;
};

/** What an order takes of its request. */
type Asking = {
  readonly now: Date;
  readonly newId: NewId;
  /** Commits what must stand before the issuer is called. */
  readonly checkpoint: (unit: {
    readonly writes: readonly Write[];
    readonly conditions: readonly ConditionCheck[];
  }) => Promise<void>;
};

/** What is ordered of an issuer, and where it goes. */
type Ordered = Pick<Card, 'customer_id' | 'type' | 'currency' | 'spending_controls'> & {
  readonly cardholder_name: string;
  readonly destination: Destination | null;
};

type Replaced = { readonly of: string; readonly reason: ReplacementReason };

/** A card that may be ordered: what the order rests on, and what besides only until it is written down. */
type Decided<Input extends Ordered> = {
  readonly input: Input;
  readonly customer: Customer;
  /** The card that it replaces, by the issuer's name of it; undefined where it replaces none. */
  readonly replacement?: Replaced;
  readonly conditions: readonly ConditionCheck[];
  readonly firstConditions?: readonly ConditionCheck[];
};

/** Who makes cards: makes that of an order, or sees to it that there is none. */
type Issuing = {
  readonly name: string;
  readonly issue: (
    intent: IssuingIntent,
    ordered: Ordered & { readonly cardholder: Cardholder; readonly replacement: Replaced | null },
  ) => Promise<IssuedCard>;
  readonly void: (id: string) => Promise<void>;
};

/**
 * Orders what is decided: the intent is committed before the issuer is called, and an order that is under way is gone on
 * with, as it was first made. What it answers is committed with the card, which closes the intent. A refusal, of
 * ours or the issuer's, calls off what is under way first, so that the key is free for a better request.
 */
export const orderCard = async <Input extends Ordered>(
  { now, newId, checkpoint }: Asking,
  { order, found, durations }: CardOrdering,
  issuer: Issuing,
  decide: () => Promise<Decided<Input>>,
) => {
  const save = async (write: Write): Promise<true> => {
    await checkpoint({ writes: [write], conditions: [] });
    return true;
  };
  const known = found && (await settled(found, order.request_hash, now, (one) => callOff(one, save, issuer)));
  const refusing = (intent: IssuingIntent | undefined) => async (refusal: unknown) => {
    if (intent && isFinal(refusal)) await callOff(intent, save, issuer);
    throw refusal;
  };
  const decided = await decide().catch(refusing(known));
  const { input, conditions, customer, replacement = null } = decided;
  const intent = known ?? newIntent(order, { ...input, card_id: newId('card') }, now, durations);
  if (!known)
    await checkpoint({ writes: [openIntent(intent)], conditions: [...conditions, ...(decided.firstConditions ?? [])] });
  const { card_id: id, tenant_id, destination } = intent;
  const cardholder_name = intent.cardholder_name ?? input.cardholder_name;
  const ordered = { ...input, cardholder_name, destination };
  const told = { ...ordered, cardholder: cardholderFrom(customer), replacement };
  const issued = await issuer.issue(intent, told).catch(refusing(intent));
  const making = { id, tenant_id, issuer: issuer.name, issued };
  return { intent, input: ordered, making, conditions };
};

/** The order that is gone on with; undefined where the one that was found is called off for this one. */
const settled = async (
  found: IssuingIntent,
  requestHash: string,
  now: Date,
  calling: (intent: IssuingIntent) => Promise<void>,
): Promise<IssuingIntent | undefined> => {
  if (found.standing === 'open' && foundOrder(found, requestHash, now) === 'goes_on') return found;
  await calling(found);
  // Whoever has begun to give it up may not be done with it: the request begins anew in a moment.
  if (found.standing === 'voiding') throw new ApiError('unavailable');
  return undefined;
};

/** Whether a decision was made, and not only kept from being made. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== 'unavailable' && error.code !== 'timeout';
