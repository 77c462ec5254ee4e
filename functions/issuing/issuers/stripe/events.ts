import type { Stripe } from 'stripe';
import { authorizationStatuses } from '../../authorizations/decision.ts';
import type { IssuerNotice, OfCard } from '../../authorizations/issuer-notice.ts';
import type { AuthorizationSubject } from '../../authorizations/model.ts';
import type { AuthorizationNotice, TransactionNotice } from '../../authorizations/settlement.ts';
import { cardTokenStatuses, deviceTypes, wallets } from '../../card-tokens/states.ts';
import type { IssuerCard } from '../../cards/model.ts';
import { cardPresences, type ShippingStatus, shippingStatuses } from '../../cards/states.ts';
import { fromStripeAmount } from './amounts.ts';

type Card = Stripe.Issuing.Card;
type Authorization = Stripe.Issuing.Authorization;
type Transaction = Stripe.Issuing.Transaction;

/**
 * The lookup of a card or an authorization at Stripe, of which an event says no more than its name.
 */
export type Lookup = {
  readonly card: (reference: string) => Promise<Card>;
  readonly authorization: (reference: string) => Promise<Authorization>;
};

/**
 * The notices that an event of Stripe makes for us. An event of a card may make two; most events,
 * and those of cards that were not made for us, make none.
 */
export const noticesOf = async (
  event: Stripe.Event,
  lookup: Lookup,
): Promise<readonly IssuerNotice[]> => {
  switch (event.type) {
    case 'issuing_card.created':
      return ofCard(event.data.object);
    case 'issuing_card.updated':
      // The block comes first: a card whose PIN is blocked here is inactive there, and is not set active again.
      return [...pinBlockOf(event), ...ofCard(event.data.object)];
    case 'issuing_authorization.request':
      return ofAuthorization(event.data.object, (subject) => ({
        kind: 'authorization_requested',
        subject,
        ...(isIncrement(event.data.object) && { increment: { asked_at: momentOf(event.created) } }),
      }));
    case 'issuing_authorization.created':
    case 'issuing_authorization.updated': {
      const notice = noticeOf(event.data.object, event);
      return [
        ...ofAuthorization(
          event.data.object,
          (subject) => ({ kind: 'authorization_updated', subject, notice }) as const,
        ),
        ...declinedForPin(event.data.object),
      ];
    }
    case 'issuing_token.created':
    case 'issuing_token.updated':
      return ofToken(event.data.object, event, lookup.card);
    case 'issuing_transaction.created':
    case 'issuing_transaction.updated':
      return ofTransaction(event.data.object, event, lookup);
    default:
      return [];
  }
};

/** More is asked for what was approved already: an amount that is held, or a check of the card, which holds nothing. */
const isIncrement = ({ amount, request_history = [] }: Authorization): boolean =>
  amount > 0 || request_history.some(({ approved }) => approved);

/** The ids that a card was ordered with; undefined where it was created outside this service. */
const identityOf = ({ metadata: { tenant_id, order_id } }: Card): OfCard | undefined =>
  tenant_id === undefined || order_id === undefined ? undefined : { tenant_id, card_id: order_id };

const ofCard = (card: Card): readonly IssuerNotice[] => {
  const of = identityOf(card);
  if (!of) return [];
  const status = shippingStatusOf(card.shipping?.status ?? null);
  const {
    carrier = null,
    tracking_number: number = null,
    tracking_url: url = null,
  } = card.shipping ?? {};
  const tracking = carrier !== null && { tracking: { carrier, number, url } };
  const warning = card.latest_fraud_warning;
  return [
    { kind: 'card', ...of, status: cardStatusOf(card) },
    ...(status ? [{ kind: 'parcel', ...of, status, ...tracking } as const] : []),
    // Any warning counts; one without a time counts once.
    ...(warning
      ? [{ kind: 'fraud_warning', ...of, warned_at: momentOf(warning.started_at ?? 0) } as const]
      : []),
  ];
};

/**
 * Stripe sets a card inactive when its PIN was wrong three times, and says no more of it. An event without a request is of
 * Stripe's own doing.
 */
const pinBlockOf = ({
  created,
  request,
  data,
}: Stripe.IssuingCardUpdatedEvent): readonly IssuerNotice[] => {
  const { object: card, previous_attributes: before } = data;
  const isByStripe =
    (request?.id ?? null) === null && before?.status === 'active' && card.status === 'inactive';
  const of = identityOf(card);
  return of && isByStripe ? [{ kind: 'pin_blocked', ...of, blocked_at: momentOf(created) }] : [];
};

/** Stripe declines a request while the PIN is blocked, and says why. */
const declinedForPin = ({ card, request_history = [] }: Authorization): readonly IssuerNotice[] => {
  const of = identityOf(card);
  const last = request_history.findLast(({ reason }) => reason === 'pin_blocked');
  return of && last ? [{ kind: 'pin_blocked', ...of, blocked_at: momentOf(last.created) }] : [];
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
  {
    id,
    created,
    currency,
    merchant_currency,
    merchant_data,
    card_presence,
    amount,
    pending_request,
  }: Authorization,
  of: OfCard,
): AuthorizationSubject => ({
  ...of,
  issuer: 'stripe',
  issuer_reference: id,
  created_at: momentOf(created),
  // A pending request is not part of the amount until it is decided.
  ...moneyOf(amount + (pending_request?.amount ?? 0), currency),
  merchant: merchantOf(merchant_data),
  merchant_currency: merchant_currency.toUpperCase(),
  card_presence: cardPresences.find((one) => one === card_presence) ?? null,
  ...(pending_request?.is_amount_controllable && { is_amount_controllable: true }),
});

/** An amount in our minor units, and its currency in capitals. */
const moneyOf = (amount: number, code: string) => {
  const currency = code.toUpperCase();
  return { amount: fromStripeAmount(amount, currency), currency };
};

const merchantOf = ({
  name,
  category_code: category,
  country,
  network_id,
}: Authorization['merchant_data']) => ({
  name,
  category,
  country,
  network_id: network_id || null,
});

const noticeOf = (
  { amount, currency, approved, status, transactions, request_history }: Authorization,
  event: Stripe.Event,
): AuthorizationNotice => ({
  approved,
  approvals: request_history.filter((request) => request.approved).length,
  amount: moneyOf(amount, currency).amount,
  status: authorizationStatuses.find((one) => one === status) ?? 'pending',
  transactions: transactions.flatMap(transactionOf),
  at: momentOf(event.created),
});

const transactionKinds: readonly TransactionNotice['kind'][] = ['capture', 'refund'];

/** A token of one of our cards. */
const ofToken = async (
  token: Stripe.Issuing.Token,
  event: Stripe.Event,
  cardOf: (reference: string) => Promise<Card>,
): Promise<readonly IssuerNotice[]> => {
  const { id, card, network, status, wallet_provider, network_data, last4 = null } = token;
  const of = identityOf(typeof card === 'string' ? await cardOf(card) : card);
  const known = cardTokenStatuses.find((one) => one === status);
  if (!of || !known) return [];
  const report = {
    ...of,
    issuer: 'stripe',
    issuer_reference: id,
    created_at: momentOf(token.created),
    network,
    last4,
    wallet: wallets.find((one) => one === wallet_provider) ?? null,
    device_type: deviceTypes.find((one) => one === network_data?.device?.type) ?? null,
    status: known,
    at: momentOf(event.created),
  };
  return [{ kind: 'token', report }];
};

/** Stripe takes captures from a balance, so their amounts are negative. A type that it adds later is ignored. */
const transactionOf = (transaction: Transaction): TransactionNotice[] => {
  const { id, created, currency, merchant_currency, merchant_data, network_data } = transaction;
  const kind = transactionKinds.find((one) => one === transaction.type);
  if (!kind) return [];
  const atMerchant = moneyOf(Math.abs(transaction.merchant_amount), merchant_currency);
  return [
    {
      kind,
      issuer_reference: id,
      created_at: momentOf(created),
      ...moneyOf(Math.abs(transaction.amount), currency),
      merchant_amount: atMerchant.amount,
      merchant_currency: atMerchant.currency,
      merchant: merchantOf(merchant_data),
      network_date: network_data?.processing_date?.slice(0, 10) ?? null,
    },
  ];
};

/**
 * A transaction, with what Stripe has of its authorization now: the event may come before those of the authorization, and
 * only the authorization says when it was made.
 */
const ofTransaction = async (
  transaction: Transaction,
  event: Stripe.Event,
  lookup: Lookup,
): Promise<readonly IssuerNotice[]> => {
  const { authorization: linked, card } = transaction;
  if (linked === null) {
    const of = identityOf(typeof card === 'string' ? await lookup.card(card) : card);
    return of
      ? transactionOf(transaction).map((one) => ({
          kind: 'transaction_unlinked',
          ...of,
          issuer: 'stripe',
          transaction: one,
        }))
      : [];
  }
  const authorization = typeof linked === 'string' ? await lookup.authorization(linked) : linked;
  const others = authorization.transactions.filter(({ id }) => id !== transaction.id);
  const notice = noticeOf({ ...authorization, transactions: [...others, transaction] }, event);
  return ofAuthorization(authorization, (subject) => ({
    kind: 'authorization_updated',
    subject,
    notice,
  }));
};

const momentOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
