import type { Stripe } from 'stripe';
import { ApiError } from '../../../core/api-error.ts';
import { canonicalJson } from '../../../core/json.ts';
import { issuerRefused } from '../../cards/model.ts';
import type { IssueRequest } from '../issuer.ts';
import { issuerTable, type RowChange, setting } from '../records.ts';
import {
  atStripe,
  type CardholderRow,
  cardholderKey,
  createOnce,
  disabledReason,
  isDeclined,
  isKeyForgotten,
  nextAttempt,
  searchSince,
} from './client.ts';
import {
  cardholderChanges,
  cardholderParameters,
  digestOf,
  issuedFrom,
  type KnownCardholder,
} from './parameters.ts';
import { type RequestedRow, readCardholderRow, readOrderRow } from './stored-form.ts';

type Cardholder = Stripe.Issuing.Cardholder;

/** Stripe's cardholders: one for each customer, as the latest order has it. */
export const stripeCardholders = () => {
  const table = issuerTable(readCardholderRow);
  return {
    /** The cardholder that an order's customer is; an error where Stripe disables its cards. */
    of: async (order: IssueRequest): Promise<KnownCardholder> => {
      const [place, profileFields] = [cardholderKey(order.customer_id), cardholderChanges(order)];
      const row = await opened(table, place, order);
      const profile = profileOf(profileFields);
      const { name_hash = row.parameters && digestOf(row.parameters.name) } = row;
      if (row.reference !== undefined && row.profile === profile)
        return { reference: row.reference, name_hash };
      const made = row.reference === undefined ? await make(table, place, row) : undefined;
      const reference = made?.id ?? row.reference ?? '';
      const unchanged =
        made && row.parameters && profileOf(row.parameters) === profile ? made : undefined;
      const cardholder =
        unchanged ??
        (await atStripe(({ issuing }) => issuing.cardholders.update(reference, profileFields)));
      await changed(table, place, created(reference, profile, name_hash));
      const reason = disabledReason(cardholder);
      if (reason) throw issuerRefused(reason);
      return { reference, name_hash };
    },
  };
};

type CardholderTable = ReturnType<typeof issuerTable<CardholderRow>>;

const changed = async (
  table: CardholderTable,
  place: string,
  change: RowChange,
): Promise<CardholderRow> => {
  const { changed, row } = await table.update(place, change);
  // Another worker changed it: a retry finds the result.
  if (!changed) throw new ApiError('unavailable');
  return row;
};

/** The row of a customer, with the new parameters where Stripe has declined the old. */
const opened = async (
  table: CardholderTable,
  place: string,
  order: IssueRequest,
): Promise<CardholderRow> => {
  const { tenant_id, customer_id, ordered_at } = order;
  const parameters = cardholderParameters(order);
  const fresh = {
    tenant_id,
    customer_id,
    ordered_at,
    attempt: 1,
    state: 'ordering',
    parameters,
  } as const;
  const { row = fresh } = await table.put(place, fresh);
  if (row.state !== 'declined') return row;
  return changed(table, place, reordered({ ...fresh, attempt: row.attempt + 1 }));
};

const make = async (
  table: CardholderTable,
  place: string,
  row: CardholderRow,
): Promise<Cardholder> => {
  const { ordered_at, attempt, parameters } = row;
  if (!parameters) throw new Error('a cardholder in creation has no parameters');
  try {
    return await createOnce({
      place,
      ordered_at,
      attempt,
      create: (idempotencyKey) =>
        atStripe(({ issuing }) => issuing.cardholders.create(parameters, { idempotencyKey })),
      find: () => atStripe((stripe) => found(stripe, row)),
      next: async () => (await changed(table, place, nextAttempt(attempt))).attempt,
    });
  } catch (error) {
    if (isDeclined(error)) await changed(table, place, declined);
    throw error;
  }
};

/** The hash of a profile, of what can change. */
const profileOf = ({
  type,
  name,
  ...profile
}: Partial<Stripe.Issuing.CardholderCreateParams>): string => digestOf(canonicalJson(profile));

/** Searches the cardholders of the same email or phone that were created since. */
const found = async ({ issuing }: Stripe, row: CardholderRow): Promise<Cardholder | undefined> => {
  const { email, phone_number } = row.parameters ?? {};
  const alike =
    email !== undefined ? { email } : phone_number !== undefined ? { phone_number } : {};
  const since = { gte: searchSince(row.ordered_at) };
  for await (const one of issuing.cardholders.list({ ...alike, created: since, limit: 100 }))
    if (one.metadata.customer_id === row.customer_id) return one;
  return undefined;
};

const declined = setting(
  { state: 'declined' },
  { when: '#state <> :made', compared: { made: 'made' } },
);

const reordered = ({ attempt, parameters, ordered_at }: CardholderRow): RowChange =>
  setting(
    { state: 'ordering', attempt, parameters, ordered_at },
    {
      when: '#state = :declined AND #attempt = :before',
      compared: { declined: 'declined', before: attempt - 1 },
    },
  );

const created = (reference: string, profile: string, name_hash = ''): RowChange =>
  setting({ state: 'made', reference, profile, name_hash }, { removed: ['parameters'] });

type StripeCard = Stripe.Issuing.Card;

/** The rows of orders, and the cards that come of them. */
export const stripeOrders = () => {
  const table = issuerTable(readOrderRow);
  const requestOf = (id: string, row: RequestedRow) => {
    const { ordered_at, attempt, parameters } = row;
    return {
      place: id,
      ordered_at,
      attempt,
      create: (idempotencyKey: string) => {
        if (!parameters) throw new Error('an order that is not finished has no parameters');
        return atStripe(({ issuing }) => issuing.cards.create(parameters, { idempotencyKey }));
      },
      find: () => atStripe((stripe) => foundCard(stripe, id, row)),
      next: async () => {
        await table.update(id, nextAttempt(attempt));
        return attempt + 1;
      },
    };
  };
  return {
    table,
    /** Creates the card of an order, once. */
    make: (id: string, row: RequestedRow): Promise<StripeCard> => createOnce(requestOf(id, row)),
    /** The card that came of an order, or comes of it now that it is asked for again; undefined where none ever will. */
    cardOf: async (id: string, row: RequestedRow): Promise<string | undefined> => {
      if (row.card) return row.card.issuer_reference;
      try {
        const order = requestOf(id, row);
        return (await (isKeyForgotten(row.ordered_at) ? order.find() : createOnce(order)))?.id;
      } catch (error) {
        if (isDeclined(error)) return undefined;
        throw error;
      }
    },
    /** Writes the card down; false where the order is being voided. */
    issued: async (id: string, card: StripeCard): Promise<boolean> =>
      (await table.update(id, withCard(card))).changed,
  };
};

/** Ends a card; one that is ended stays so. */
export const cancelCard = async (reference: string, reason?: 'lost' | 'stolen'): Promise<void> => {
  const ending = { status: 'canceled', ...(reason && { cancellation_reason: reason }) } as const;
  try {
    await atStripe(({ issuing }) => issuing.cards.update(reference, ending));
  } catch (error) {
    if (!isDeclined(error)) throw error;
    const { status } = await atStripe(({ issuing }) => issuing.cards.retrieve(reference));
    if (status !== 'canceled') throw error;
  }
};

/** Searches the cards of the same cardholder that were created since. */
const foundCard = async (
  { issuing }: Stripe,
  id: string,
  { parameters, ordered_at }: RequestedRow,
) => {
  const { cardholder } = parameters ?? {};
  if (cardholder === undefined) return undefined;
  const since = { gte: searchSince(ordered_at) };
  for await (const card of issuing.cards.list({ cardholder, created: since, limit: 100 }))
    if (card.metadata.order_id === id) return card;
  return undefined;
};

const withCard = (card: StripeCard): RowChange =>
  setting(
    { state: 'issued', card: issuedFrom(card) },
    {
      when: '#state = :ordering OR #state = :state',
      compared: { ordering: 'ordering' },
      removed: ['parameters'],
    },
  );
