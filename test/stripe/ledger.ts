import type { Stripe } from 'stripe';
import { checkDigitOf } from '../../functions/core/card-number.ts';
import { cardholderOf, cardOf, type Form, needed, part, Refused, updatedCard } from './objects.ts';

type Card = Stripe.Issuing.Card;
type Cardholder = Stripe.Issuing.Cardholder;
type Token = Stripe.Issuing.Token;

/**
 * The data of the stand-in: every cardholder and every card with its number, in the order in which
 * they were made.
 */
export const newLedger = () => {
  const cardholders = new Map<string, Cardholder>();
  const cards = new Map<string, Card>();
  const secrets = new Map<string, { readonly number: string; readonly cvc: string }>();
  const tokens = new Map<string, Token>();
  const nonces = new Set<string>();
  const pins = new Map<string, string>();
  const cardholder = (id: string) => cardholders.get(id) ?? missing('cardholder', id);
  /** As it is shown: with the cardholder as it is now. */
  const card = (id: string): Card => {
    const found = cards.get(id) ?? missing('card', id);
    return { ...found, cardholder: cardholder(found.cardholder.id) };
  };
  const save = (one: Card): Card => {
    cards.set(one.id, one);
    return card(one.id);
  };
  const end = (one: Card, reason: Card['cancellation_reason'] = null) =>
    save({ ...one, status: 'canceled', cancellation_reason: reason });

  return {
    cardholder,
    card,
    secrets: (id: string) => secrets.get(id),
    all: () => ({
      cardholders: [...cardholders.values()],
      cards: [...cards.keys()].map(card),
      tokens: [...tokens.values()],
      pins: Object.fromEntries(pins),
    }),
    saveCardholder: (form: Form, id?: string): Cardholder => {
      const before = id === undefined ? undefined : cardholder(id);
      const saved = cardholderOf(form, id ?? `ich_${cardholders.size + 1}`, before);
      cardholders.set(saved.id, saved);
      return saved;
    },
    /** Stripe's own finding about a cardholder. */
    disable: (id: string, disabled_reason: Cardholder['requirements']['disabled_reason']): void => {
      cardholders.set(id, { ...cardholder(id), requirements: { disabled_reason, past_due: [] } });
    },
    makeCard: (form: Form): Card => {
      const id = `ic_${cards.size + 1}`;
      const unchecked = `400000999${String(cards.size + 1).padStart(6, '0')}`;
      const number = `${unchecked}${checkDigitOf(unchecked)}`;
      const made = cardOf(form, id, cardholder(needed(form, 'cardholder')), number.slice(-4));
      if (made.status === 'active') requireEnabled(made.cardholder);
      const replaced =
        typeof made.replacement_for === 'string' ? card(made.replacement_for) : undefined;
      if (replaced) requireReplaceable(replaced, made);
      secrets.set(id, { number, cvc: String(100 + (cards.size % 900)) });
      const saved = save(made);
      if (replaced) save({ ...replaced, replaced_by: id });
      if (replaced && saved.status === 'active' && replaced.status !== 'canceled')
        end(card(replaced.id));
      return saved;
    },
    changeCard: (id: string, form: Form): Card => {
      const before = card(id);
      if (before.status === 'canceled')
        throw new Refused(400, 'A canceled card cannot be updated.');
      const changed = updatedCard(before, form);
      const { number } = part(form, 'pin');
      if (form.pin && !(typeof number === 'string' && /^\d{4}$/.test(number)))
        throw new Refused(400, 'Invalid PIN.');
      if (number) pins.set(id, String(number));
      const { status = before.status, cancellation_reason: reason } = form;
      if (reason !== undefined && status !== 'canceled')
        throw new Refused(400, 'cancellation_reason needs canceled.');
      if (status === 'canceled')
        return end(changed, (reason ?? null) as Card['cancellation_reason']);
      if (status === 'active') requireEnabled(changed.cardholder);
      return save({ ...changed, status: String(status) });
    },
    /** As it is shown where its card is asked for with it. */
    token: (id: string): Token => {
      const found = tokens.get(id) ?? missing('token', id);
      return { ...found, card: card(String(found.card)) };
    },
    /** A wallet makes a token of a card. */
    provision: (cardId: string): void => {
      const id = `intok_${tokens.size + 1}`;
      const made = Math.floor(Date.now() / 1000);
      const own = {
        id,
        object: 'issuing.token',
        card: card(cardId).id,
        status: 'active',
        livemode: false,
      } as const;
      const at = { created: made, network_updated_at: made, device_fingerprint: null };
      tokens.set(id, {
        ...own,
        ...at,
        last4: '7801',
        network: 'visa',
        wallet_provider: 'apple_pay',
      });
    },
    changeToken: (id: string, form: Form): Token => {
      const before = tokens.get(id) ?? missing('token', id);
      const status = needed(form, 'status');
      if (!['active', 'suspended', 'deleted'].includes(status))
        throw new Refused(400, 'Invalid status.');
      if (before.status === 'deleted' || card(String(before.card)).status === 'canceled')
        throw new Refused(400, 'This token can no longer be updated.');
      tokens.set(id, { ...before, status });
      return { ...before, status };
    },
    /** Stripe.js makes nonces; what of them is none, or was used, makes no key. */
    ephemeralKey: (form: Form) => {
      const { id } = card(needed(form, 'issuing_card'));
      const nonce = needed(form, 'nonce');
      if (!nonce.startsWith('ephkn_made_') || nonces.has(nonce))
        throw new Refused(400, `No such nonce: '${nonce}'`);
      nonces.add(nonce);
      const created = Math.floor(Date.now() / 1000);
      return {
        id: `ephkey_${nonces.size}`,
        object: 'ephemeral_key',
        created,
        expires: created + 3_600,
        secret: `ek_test_${id}`,
      };
    },
    ship: (id: string, step: string): Card => {
      const before = card(id);
      const status = {
        submit: 'submitted',
        ship: 'shipped',
        deliver: 'delivered',
        return: 'returned',
        fail: 'failure',
      }[step];
      if (!before.shipping || !status) throw new Refused(400, 'There is nothing to ship.');
      return save({ ...before, shipping: { ...before.shipping, status } });
    },
  };
};

const missing = (what: string, id: string): never => {
  throw new Refused(404, `No such issuing ${what}: '${id}'`, 'resource_missing');
};

const requireEnabled = ({ requirements, type, individual }: Cardholder): void => {
  // "Required before activating Cards."
  if (type === 'individual' && !(individual?.first_name && individual.last_name))
    throw new Refused(
      400,
      'This cardholder needs a first_name and a last_name before a card is activated.',
    );
  if (requirements.disabled_reason !== null)
    throw new Refused(
      400,
      'This cardholder has outstanding requirements preventing them from activating a card.',
    );
};

const requireReplaceable = (
  replaced: Card,
  { cardholder, replacement_reason: reason }: Card,
): void => {
  if (replaced.cardholder.id !== cardholder.id)
    throw new Refused(400, 'The card is of another cardholder.');
  if (reason === null)
    throw new Refused(400, 'Missing required param: replacement_reason.', 'parameter_missing');
  if ((reason === 'lost' || reason === 'stolen') && replaced.status !== 'canceled')
    throw new Refused(400, 'A lost or stolen card must be canceled before it is replaced.');
};

/** The objects of a list that a query asks for, newest first, a page of them. */
export const pageOf = <T extends Card | Cardholder>(
  every: readonly T[],
  query: Form,
  url: string,
) => {
  const since = Number(part(query, 'created').gte ?? 0);
  const wanted = every.toReversed().filter((one) => {
    const { cardholder, email = 'email' in one ? one.email : undefined } = query;
    if (cardholder !== undefined && !('cardholder' in one && one.cardholder.id === cardholder))
      return false;
    return one.created >= since && (!('email' in one) || one.email === email);
  });
  const from = wanted.findIndex(({ id }) => id === query.starting_after) + 1;
  const data = wanted.slice(from, from + Number(query.limit ?? 10));
  return { object: 'list', url, has_more: from + data.length < wanted.length, data };
};
