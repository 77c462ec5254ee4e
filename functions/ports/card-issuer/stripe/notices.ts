import type { Stripe } from 'stripe';
import type {
  IssuerAuthorization,
  IssuerNews,
  IssuerNotice,
  ToldAuthorization,
} from '../../../domain/cards/issuer-notice.ts';
import type { PushedCard } from '../../../domain/cards/pushed-card.ts';
import { type ShippingStatus, shippingStatuses } from '../../../domain/cards/shipping-life.ts';
import { disabledReason } from './refusals.ts';

type Card = Stripe.Issuing.Card;
type Authorization = Stripe.Issuing.Authorization;

/** What an event of Stripe says that concerns us; of a card it may be two things, of most events it is nothing. */
export const noticesOf = (event: Stripe.Event): readonly IssuerNotice[] => {
  const at = new Date(event.created * 1000).toISOString();
  return newsIn(event).map((news) => ({ ...news, id: event.id, at }));
};

const newsIn = (event: Stripe.Event): readonly IssuerNews[] => {
  switch (event.type) {
    case 'issuing_card.created':
    case 'issuing_card.updated':
      return ofCard(event.data.object);
    case 'issuing_cardholder.updated':
      return ofCardholder(event.data.object);
    case 'issuing_authorization.request':
      return [{ kind: 'authorization_asked', asked: askedOf(event.data.object) }];
    case 'issuing_authorization.created':
    case 'issuing_authorization.updated':
      return [{ kind: 'authorization_told', told: toldOf(event.data.object) }];
    case 'issuing_transaction.created':
      return [captureOf(event.data.object)];
    default:
      return [];
  }
};

const identityOf = ({ id: reference, metadata }: Card) => ({ reference, card_id: metadata.order_id ?? null });

const ofCard = (card: Card): readonly IssuerNews[] => {
  const version = card.metadata.version === undefined ? null : Number(card.metadata.version);
  const status = cardStatuses.find((one) => one === card.status) ?? 'inactive';
  const told: IssuerNews = { kind: 'card', ...identityOf(card), status, version };
  const moved = shippingStatusOf(card.shipping?.status ?? null);
  if (!moved) return [told];
  const { carrier = null, tracking_number: number = null } = card.shipping ?? {};
  const tracking = carrier === null ? null : { carrier, number };
  return [told, { kind: 'shipping', ...identityOf(card), status: moved, tracking }];
};

const cardStatuses: readonly PushedCard['status'][] = ['active', 'inactive', 'canceled'];

/** Statuses have our names but for one. */
const shippingStatusOf = (status: string | null): ShippingStatus | undefined =>
  status === 'failure' ? 'failed' : shippingStatuses.find((one) => one === status);

const ofCardholder = (cardholder: Stripe.Issuing.Cardholder): readonly IssuerNews[] => {
  const { customer_id } = cardholder.metadata;
  return customer_id === undefined
    ? []
    : [{ kind: 'cardholder', customer_id, refusal: disabledReason(cardholder) ?? null }];
};

const authorizationOf = ({ id, card, currency, merchant_data }: Authorization): IssuerAuthorization => {
  const { name, category_code: category, country } = merchant_data;
  const merchant = { name: name ?? '', category, country: country ?? '' };
  return { authorization: id, ...identityOf(card), currency: currency.toUpperCase(), merchant };
};

/** What is asked stands apart until it is decided: the amount is what is held by then. */
const askedOf = (authorization: Authorization) => ({
  ...authorizationOf(authorization),
  amount: authorization.pending_request?.amount ?? authorization.amount,
});

const toldOf = (authorization: Authorization): ToldAuthorization => {
  const { amount, approved } = authorization;
  const status = toldStatuses.find((one) => one === authorization.status) ?? 'pending';
  return { ...authorizationOf(authorization), amount, approved, status };
};

const toldStatuses = ['pending', 'closed', 'reversed', 'expired'] as const;

/** To Stripe what is taken of a card is negative. */
const captureOf = ({ authorization, card, amount, currency }: Stripe.Issuing.Transaction): IssuerNews => ({
  kind: 'captured',
  authorization: nameOf(authorization),
  reference: nameOf(card) ?? '',
  amount: -amount,
  currency: currency.toUpperCase(),
});

const nameOf = (object: string | { readonly id: string } | null): string | null =>
  typeof object === 'string' || object === null ? object : object.id;
