import type { Stripe } from 'stripe';
import { authorizationStatuses } from '../../authorizations/decision.ts';
import type { AuthorizationSubject } from '../../authorizations/model.ts';
import type { AuthorizationNotice, IssuerNotice, OfCard } from '../../authorizations/settlement.ts';
import type { SecretReader } from '../../aws/secrets.ts';
import type { IssuerCard } from '../../cards/model.ts';
import { cardPresences, type ShippingStatus, shippingStatuses } from '../../cards/states.ts';
import type { Clock } from '../../time.ts';

/** How old a signature may be, and how far ahead its clock, in seconds. */
const tolerance_seconds = 300;

type Received = { readonly body: Uint8Array; readonly signature: string };
type Signing = { readonly secrets: SecretReader; readonly name: string; readonly stripe: typeof Stripe };

/**
 * The event in a request, if Stripe has signed these very bytes lately: with the current secret, or with the previous one for
 * a day after a change. Undefined where anybody else may have sent it.
 */
export const signedEvent = async (
  { body, signature }: Received,
  { secrets, name, stripe }: Signing,
  { now }: Pick<Clock, 'now'>,
): Promise<Stripe.Event | undefined> => {
  const payload = Buffer.from(body);
  const received_at = now().getTime();
  if (signedAheadOf(signature, received_at)) return undefined;
  for (const stage of ['current', 'previous'] as const) {
    const secret = await secrets.read(name, stage);
    if (!secret || isPlaceholder(secret)) continue;
    try {
      return stripe.webhooks.constructEvent(payload, signature, secret, tolerance_seconds, undefined, received_at);
    } catch (error) {
      if (!isSignatureError(error)) throw error;
    }
  }
  return undefined;
};

/** What stands for a secret until Stripe has shown it: its signatures prove nothing. */
export const isPlaceholder = (secret: string): boolean =>
  !/^whsec_[\w+/=-]{32,}$/.test(secret) || new Set(secret).size < secret_characters_min;

/** A random secret of 32 hexadecimal digits has more different characters; a run of one letter has not. */
const secret_characters_min = 12;

/** The library looks back only. */
const signedAheadOf = (signature: string, received_at: number): boolean => {
  const [, seconds = ''] = /(?:^|,)\s*t=(\d+)/.exec(signature) ?? [];
  return Number(seconds) > received_at / 1000 + tolerance_seconds;
};

const isSignatureError = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && error.type === 'StripeSignatureVerificationError';

type Card = Stripe.Issuing.Card;
type Authorization = Stripe.Issuing.Authorization;
type Transaction = Stripe.Issuing.Transaction;

/**
 * What an event of Stripe says that concerns us; of a card it may be two things, of most events and of cards that were not made
 * for us it is nothing. `cardOf` finds a card of which the event says no more than its name.
 */
export const noticesOf = async (
  event: Stripe.Event,
  cardOf: (reference: string) => Promise<Card>,
): Promise<readonly IssuerNotice[]> => {
  switch (event.type) {
    case 'issuing_card.created':
    case 'issuing_card.updated':
      return ofCard(event.data.object);
    case 'issuing_authorization.request':
      return ofAuthorization(event.data.object, (subject) => ({
        kind: 'authorization_requested',
        subject,
        ...(isIncrement(event.data.object) && { increment: { asked_at: momentOf(event.created) } }),
      }));
    case 'issuing_authorization.created':
    case 'issuing_authorization.updated': {
      const notice = noticeOf(event.data.object, event);
      return ofAuthorization(event.data.object, (subject) => ({ kind: 'authorization_updated', subject, notice }));
    }
    case 'issuing_transaction.created':
      return ofTransaction(event.data.object, event, cardOf);
    default:
      return [];
  }
};

/** More is asked for what is held already. */
const isIncrement = ({ amount }: Authorization): boolean => amount > 0;

/** What a card was ordered with; undefined where it was created outside this service. */
const identityOf = ({ metadata: { tenant_id, order_id } }: Card): OfCard | undefined =>
  tenant_id === undefined || order_id === undefined ? undefined : { tenant_id, card_id: order_id };

const ofCard = (card: Card): readonly IssuerNotice[] => {
  const of = identityOf(card);
  if (!of) return [];
  const notice: IssuerNotice = { kind: 'card', ...of, status: cardStatusOf(card) };
  const status = shippingStatusOf(card.shipping?.status ?? null);
  if (!status) return [notice];
  const { carrier = null, tracking_number: number = null, tracking_url: url = null } = card.shipping ?? {};
  return [notice, { kind: 'parcel', ...of, status, ...(carrier !== null && { tracking: { carrier, number, url } }) }];
};

const cardStatuses: readonly IssuerCard['status'][] = ['active', 'inactive', 'canceled'];
const cardStatusOf = ({ status }: Card) => cardStatuses.find((one) => one === status) ?? 'inactive';

/** Statuses have our names but for one. */
const shippingStatusOf = (status: string | null): ShippingStatus | undefined =>
  status === 'failure' ? 'failed' : shippingStatuses.find((one) => one === status);

const ofAuthorization = (
  authorization: Authorization,
  toNotice: (subject: AuthorizationSubject) => IssuerNotice,
): readonly IssuerNotice[] => {
  const of = identityOf(authorization.card);
  return of ? [toNotice(subjectOf(authorization, of))] : [];
};

const subjectOf = (
  { id, created, currency, merchant_currency, merchant_data, ...rest }: Authorization | Transaction,
  of: OfCard,
): AuthorizationSubject => ({
  ...of,
  issuer: 'stripe',
  issuer_reference: id,
  created_at: momentOf(created),
  // A pending request is not part of the amount until it is decided.
  amount: Math.abs(rest.amount) + ('pending_request' in rest ? (rest.pending_request?.amount ?? 0) : 0),
  currency: currency.toUpperCase(),
  merchant: {
    ...{ name: merchant_data.name, category: merchant_data.category_code, country: merchant_data.country },
    network_id: merchant_data.network_id || null,
  },
  merchant_currency: merchant_currency.toUpperCase(),
  card_presence: ('card_presence' in rest && cardPresences.find((one) => one === rest.card_presence)) || null,
});

const noticeOf = (
  { amount, approved, status, transactions }: Authorization,
  event: Stripe.Event,
): AuthorizationNotice => ({
  ...{ approved, amount },
  status: authorizationStatuses.find((one) => one === status) ?? 'pending',
  captured_amount: transactions.filter(isCapture).reduce((sum, one) => sum + Math.abs(one.amount), 0),
  at: momentOf(event.created),
});

/** A refund is another transaction and no part of the captured amount. */
const isCapture = ({ type }: Pick<Transaction, 'type'>): boolean => type === 'capture';

/** A capture without an authorization is recorded as it is; all others come with their authorization. */
const ofTransaction = async (
  transaction: Transaction,
  event: Stripe.Event,
  cardOf: (reference: string) => Promise<Card>,
): Promise<readonly IssuerNotice[]> => {
  if (transaction.authorization !== null || !isCapture(transaction)) return [];
  const { card } = transaction;
  const of = identityOf(typeof card === 'string' ? await cardOf(card) : card);
  if (!of) return [];
  const subject = subjectOf(transaction, of);
  const { amount } = subject;
  const notice = {
    approved: true,
    status: 'closed',
    amount,
    captured_amount: amount,
    at: momentOf(event.created),
  } as const;
  return [{ kind: 'authorization_updated', subject, notice }];
};

const momentOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
