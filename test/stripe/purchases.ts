import type { Stripe } from 'stripe';
import { type Form, needed, Refused } from './objects.ts';

type Authorization = Stripe.Issuing.Authorization;
type Transaction = Stripe.Issuing.Transaction;

/**
 * The purchases of the stand-in: authorizations and transactions, as Stripe's test helpers make
 * them.
 */
export const newPurchases = (cardOf: (id: string) => Stripe.Issuing.Card) => {
  const authorizations = new Map<string, Authorization>();
  const transactions = new Map<string, Transaction>();
  const found = <T>(all: ReadonlyMap<string, T>, id: string): T => {
    const one = all.get(id);
    if (one === undefined)
      throw new Refused(404, `No such issuing object: '${id}'`, 'resource_missing');
    return one;
  };
  const authorization = (id: string): Authorization => ({
    ...found(authorizations, id),
    transactions: [...transactions.values()].filter((one) => one.authorization === id),
  });
  const amountOf = (form: Form, name: string, otherwise?: number): number => {
    const amount =
      otherwise !== undefined && form[name] === undefined ? otherwise : Number(needed(form, name));
    if (!Number.isInteger(amount) || amount <= 0) throw new Refused(400, `Invalid ${name}.`);
    return amount;
  };
  const record = (
    type: Transaction['type'],
    amount: number,
    of: Pick<Transaction, 'card' | 'authorization' | 'currency'>,
  ) => {
    const made = {
      id: `ipi_${transactions.size + 1}`,
      object: 'issuing.transaction',
      type,
      amount,
      created: seconds(),
      ...of,
      merchant_amount: amount,
      merchant_currency: of.currency,
      merchant_data,
      network_data: null,
      metadata: {},
    } as unknown as Transaction;
    transactions.set(made.id, made);
    return made;
  };
  const ofCard = (form: Form) => {
    const { id: card, currency } = cardOf(needed(form, 'card'));
    return { card, currency, authorization: null };
  };

  return {
    authorization,
    transaction: (id: string) => found(transactions, id),
    authorize: (form: Form): Authorization => {
      const card = cardOf(needed(form, 'card'));
      const made = {
        id: `iauth_${authorizations.size + 1}`,
        object: 'issuing.authorization',
        card,
        created: seconds(),
        amount: amountOf(form, 'amount'),
        currency: card.currency,
        merchant_currency: card.currency,
        merchant_data,
        approved: true,
        status: 'pending',
        pending_request: null,
        card_presence: 'not_present',
        request_history: [{ approved: true }],
      } as unknown as Authorization;
      authorizations.set(made.id, made);
      return authorization(made.id);
    },
    /** Takes all of what is held, or a part; the last capture closes the authorization. */
    capture: (id: string, form: Form): Authorization => {
      const { card, currency, amount, ...rest } = authorization(id);
      if (rest.status !== 'pending') throw new Refused(400, 'The authorization is not pending.');
      record('capture', -amountOf(form, 'capture_amount', amount), {
        card: card.id,
        currency,
        authorization: id,
      });
      const status = form.close_authorization === 'false' ? 'pending' : 'closed';
      authorizations.set(id, { ...found(authorizations, id), status });
      return authorization(id);
    },
    forceCapture: (form: Form) => record('capture', -amountOf(form, 'amount'), ofCard(form)),
    unlinkedRefund: (form: Form) => record('refund', amountOf(form, 'amount'), ofCard(form)),
    refund: (id: string, form: Form): Transaction => {
      const { card, currency, authorization: linked, amount } = found(transactions, id);
      return record('refund', amountOf(form, 'refund_amount', -amount), {
        card,
        currency,
        authorization: linked,
      });
    },
  };
};

export type Purchases = ReturnType<typeof newPurchases>;

/** The effect of a request about purchases; undefined where it is about something else. */
export const purchaseOf = (purchases: Purchases, { method, path, form }: StripeCall): unknown => {
  const [, kind, id] = /^\/v1\/issuing\/(authorizations|transactions)\/([^/]+)$/.exec(path) ?? [];
  if (kind && id && method === 'GET')
    return kind === 'authorizations' ? purchases.authorization(id) : purchases.transaction(id);
  const [, what] = /^\/v1\/test_helpers\/issuing\/(.+)$/.exec(path) ?? [];
  const [resource, first = '', second] = what?.split('/') ?? [];
  if (method !== 'POST') return undefined;
  if (resource === 'authorizations')
    return second === 'capture' ? purchases.capture(first, form) : purchases.authorize(form);
  if (resource !== 'transactions') return undefined;
  if (first === 'create_force_capture') return purchases.forceCapture(form);
  return first === 'create_unlinked_refund'
    ? purchases.unlinkedRefund(form)
    : purchases.refund(first, form);
};

type StripeCall = { readonly method: string; readonly path: string; readonly form: Form };

const merchant_data = {
  name: 'Books',
  category: 'book_stores',
  category_code: '5942',
  country: 'GB',
  network_id: '1',
};
const seconds = () => Math.floor(Date.now() / 1000);
