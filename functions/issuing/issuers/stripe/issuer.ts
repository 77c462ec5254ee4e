import { ApiError } from '../../../core/api-error.ts';
import type { IssuerToken } from '../../card-tokens/model.ts';
import { type IssuedCard, type IssuerCard, issuerRefused } from '../../cards/model.ts';
import type { CardIssuer, IssueRequest, IssueResult, IssuerControl } from '../issuer.ts';
import { type ChangedRow, issuerTable, type RowChange, setting } from '../records.ts';
import { stripeStep } from './amounts.ts';
import {
  api_version,
  atStripe,
  errorOf,
  isDeclined,
  isStripeError,
  isUnknown,
  type OrderRow,
  translated,
} from './client.ts';
import { cancelCard, stripeCardholders, stripeOrders } from './orders.ts';
import { cardParameters, issuedFrom, updateParameters } from './parameters.ts';
import { type RequestedRow, readStripeTokenRow } from './stored-form.ts';

/** Stripe Issuing: cards that can be paid with. */
export const stripeIssuer = (): CardIssuer => {
  const [orders, cardholders] = [stripeOrders(), stripeCardholders()];
  return {
    name: 'stripe',
    amountStep: stripeStep,
    issue: (order) =>
      translated(async () => {
        const { id, tenant_id, customer_id, ordered_at } = order;
        const cardholder = await cardholders.of(order);
        const parameters = cardParameters(order, cardholder);
        const fresh = {
          tenant_id,
          customer_id,
          ordered_at,
          attempt: 1,
          state: 'ordering',
          parameters,
        } as const;
        const { row = fresh } = await orders.table.put(id, fresh);
        if (row.state === 'issued' && row.card) return issued(row.card);
        if (row.state !== 'ordering') return { outcome: 'voided' };
        await endLost(order);
        const card = await orders
          .make(id, row)
          .catch((error: unknown) => declinedReason(error, cardholder.reference));
        if (await orders.issued(id, card)) return issued(issuedFrom(card));
        // It was voided meanwhile, perhaps before there was anything to end.
        await cancelCard(card.id);
        return { outcome: 'voided' };
      }),
    ...stripeControl(),
    secrets: (reference) =>
      translated(async () => {
        const expand = { expand: ['number', 'cvc'] };
        const asked = atStripe(({ issuing }) => issuing.cards.retrieve(reference, expand));
        const { number, cvc, exp_month, exp_year, status } = await asked.catch(notRevealed);
        if (!number || !cvc || status === 'canceled') throw useNonce();
        return { number, cvc, exp_month, exp_year };
      }),
    ephemeralKey: (card, nonce) =>
      translated(async () => {
        const asked = { issuing_card: card, nonce };
        const created = atStripe(({ ephemeralKeys }) =>
          ephemeralKeys.create(asked, { apiVersion: api_version }),
        );
        const { secret, expires } = await created.catch(notRevealed);
        if (!secret) throw new Error('Stripe created an ephemeral key without a secret');
        return { card, secret, expires_at: new Date(expires * 1000).toISOString() };
      }),
  };
};

const issued = (card: IssuedCard): IssueResult => ({ outcome: 'issued', card });

/**
 * Stripe replaces a lost or stolen card only after it has ended, and it must not work a moment
 * longer.
 */
const endLost = async ({ replacement }: IssueRequest): Promise<void> => {
  if (replacement?.reason !== 'lost' && replacement?.reason !== 'stolen') return;
  await cancelCard(replacement.of, replacement.reason);
};

const declinedReason = async (error: unknown, cardholder: string): Promise<never> => {
  if (!isDeclined(error)) throw error;
  throw errorOf(await atStripe(({ issuing }) => issuing.cardholders.retrieve(cardholder)));
};

/** Stripe shows numbers only to accounts that may see them, and of cards that it knows. */
const notRevealed = (error: unknown): never => {
  const forbidden = isStripeError(error) && error.type === 'StripePermissionError';
  throw isDeclined(error) || forbidden ? useNonce() : error;
};

/** Stripe's elements show any card for a fresh nonce, whatever the account may see. */
const useNonce = () => new ApiError('reveal_not_available', { reveal_with: 'nonce' });

/** So many newer versions are sent in one call; after that the caller has to retry. */
const newer_versions_max = 5;

/** The control of Stripe's orders and cards. */
export const stripeControl = (): IssuerControl => {
  const orders = stripeOrders();
  const { table } = orders;
  const tokens = issuerTable(readStripeTokenRow);
  const finish = async (id: string, row: RequestedRow): Promise<void> => {
    const reference = await orders.cardOf(id, row);
    if (reference !== undefined) await cancelCard(reference);
    await table.update(id, asVoided);
  };
  return {
    void: (id) =>
      translated(async () => {
        if ((await table.update(id, neverOrdered)).changed) return;
        // From here on no worker records a card of this order: the card that may exist is canceled here.
        const { changed, row } = await table.update(id, asVoiding);
        if (changed && isRequested(row)) await finish(id, row);
      }),
    push: (card) =>
      translated(async () => {
        const outcome = await pushedInOrder(card, {
          start: (one) => table.update(card.id, withLatest(one, 'issued')),
          // A version that was recorded before cards had one has no currency.
          send: (one) => sendUpdate({ ...one, currency: card.currency }),
          end: (one) => table.update(card.id, asIssuerCard(one)),
        });
        if (outcome) requireAgreed(outcome.version, outcome.row);
      }),
    pushToken: (token) =>
      translated(async () => {
        const place = `token/${token.reference}`;
        await pushedInOrder(token, {
          start: (one) => tokens.update(place, withLatest(one)),
          send: sendTokenUpdate,
          end: (one) => tokens.update(place, asIssuerCard(one)),
        });
      }),
  };
};

type Versioned = { readonly version: number };

/** How versions are sent: each is recorded before and after it. */
type Sending<V extends Versioned, Row> = {
  readonly start: (version: V) => Promise<ChangedRow<Row>>;
  readonly send: (version: V) => Promise<void>;
  readonly end: (version: V) => Promise<ChangedRow<Row>>;
};

/** Sends a version so that of several the highest is the last at Stripe; answers what the row contradicts. */
const pushedInOrder = async <V extends Versioned, Row extends object>(
  first: V,
  { start, send, end }: Sending<V, Row>,
) => {
  let newest = first;
  for (let pushes = 0; pushes < newer_versions_max; pushes++) {
    const { changed, row } = await start(newest);
    if (!changed) return { version: newest, row };
    await send(newest);
    const { row: after } = await end(newest);
    const latest = after && 'latest' in after ? (after.latest as V) : undefined;
    // A newer one may have been at Stripe before this one was: it is sent once more, so that it is the last.
    if (!latest || latest.version <= newest.version) return undefined;
    newest = latest;
  }
  throw new ApiError('unavailable');
};

const isRequested = (row: OrderRow): row is RequestedRow => 'attempt' in row;

/** Updates a card at Stripe, or throws the reason why Stripe declines it. */
const sendUpdate = async (card: IssuerCard): Promise<void> => {
  try {
    await atStripe(({ issuing }) => issuing.cards.update(card.reference, updateParameters(card)));
  } catch (error) {
    if (isUnknown(error)) throw issuerRefused('card_unknown');
    if (!isDeclined(error)) throw error;
    const { status, cardholder } = await atStripe(({ issuing }) =>
      issuing.cards.retrieve(card.reference),
    );
    if (status !== 'canceled') throw errorOf(cardholder);
    if (card.status !== 'canceled') throw issuerRefused('card_canceled');
  }
};

/** Updates a token at Stripe, or throws why Stripe declines it. One of a canceled card is as good as deleted. */
const sendTokenUpdate = async ({ reference, status }: IssuerToken): Promise<void> => {
  try {
    await atStripe(({ issuing }) => issuing.tokens.update(reference, { status }));
  } catch (error) {
    if (isUnknown(error)) throw issuerRefused('token_unknown');
    if (!isDeclined(error)) throw error;
    const found = await atStripe(({ issuing }) =>
      issuing.tokens.retrieve(reference, { expand: ['card'] }),
    );
    if (found.status === status) return;
    const isEnded =
      found.status === 'deleted' ||
      (typeof found.card !== 'string' && found.card.status === 'canceled');
    if (isEnded && status === 'deleted') return;
    throw issuerRefused(found.status === 'deleted' ? 'token_deleted' : 'not_accepted');
  }
};

/** Rejects what the row contradicts for good. An older version, or what is so already, passes. */
const requireAgreed = ({ status, version }: IssuerCard, row: OrderRow | undefined): void => {
  if (!row || row.state === 'ordering') throw issuerRefused('card_unknown');
  if (row.state === 'issued' && isRequested(row) && (row.latest?.version ?? 0) > version) return;
  if (status !== 'canceled') throw issuerRefused('card_canceled');
};

const neverOrdered = setting({ state: 'voided' }, { when: 'attribute_not_exists(pk)' });
const asVoiding = setting(
  { state: 'voiding' },
  { when: '#state <> :voided', compared: { voided: 'voided' } },
);
const asVoided = setting({ state: 'voided' }, { removed: ['parameters'] });

const withLatest = (latest: Versioned, state?: 'issued'): RowChange => {
  const when = '(attribute_not_exists(#latest) OR #latest.#version <= :version)';
  const { version } = latest;
  return state
    ? setting({ latest }, { when: `#state = :state AND ${when}`, compared: { state, version } })
    : setting({ latest }, { when, compared: { version } });
};

/** Records the version that Stripe has, unless a newer one is being sent. */
const asIssuerCard = ({ version: pushed_version }: Versioned): RowChange =>
  setting({ pushed_version }, { when: '#latest.#version = :pushed_version' });
