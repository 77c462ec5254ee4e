import type { Stripe } from 'stripe';

/** The fields of a request, as its form nests them. */
export type Form = { readonly [name: string]: string | Form | undefined };

type Card = Stripe.Issuing.Card;
type Cardholder = Stripe.Issuing.Cardholder;

/** A refusal of Stripe: its status and its error. */
export class Refused extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;
  constructor(status: number, message: string, code?: string, type = 'invalid_request_error') {
    super(message);
    [this.status, this.code, this.type] = [status, code, type];
  }
}

/** The members of a part of a form; none where it is missing. */
export const part = (form: Form, name: string): Form => {
  const value = form[name];
  return typeof value === 'object' ? value : {};
};

/** A text of a form that must be there. */
export const needed = (form: Form, name: string): string => {
  const value = form[name];
  if (value === '')
    throw new Refused(400, `You passed an empty string for '${name}'.`, 'parameter_invalid_empty');
  if (typeof value !== 'string')
    throw new Refused(400, `Missing required param: ${name}.`, 'parameter_missing');
  return value;
};

const textOf = (form: Form, name: string): string | null => {
  const value = form[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

const addressOf = (form: Form) => ({
  line1: needed(form, 'line1'),
  line2: textOf(form, 'line2'),
  city: needed(form, 'city'),
  state: textOf(form, 'state'),
  postal_code: needed(form, 'postal_code'),
  country: countryOf(needed(form, 'country')),
});

const countryOf = (country: string): string => {
  if (!/^[A-Z]{2}$/.test(country))
    throw new Refused(400, `Country '${country}' is unknown.`, 'country_unsupported');
  return country;
};

const metadataOf = (form: Form, before: Stripe.Metadata = {}): Stripe.Metadata => {
  const said = Object.entries(part(form, 'metadata')).filter(
    (entry): entry is [string, string] => entry[1] !== '',
  );
  return { ...before, ...Object.fromEntries(said) };
};

const nameOf = (form: Form): string => {
  const name = needed(form, 'name');
  if (name.length > 24) throw new Refused(400, 'Invalid name.', 'parameter_invalid');
  return latinOf(name);
};

/** No numbers, no special characters but these, and no letters but Latin ones. */
const latinOf = <Name extends string | null>(name: Name): Name => {
  if (name !== null && /[^\p{Script=Latin} .,'-]|\p{N}/u.test(name))
    throw new Refused(
      400,
      'Names cannot contain numbers, special characters or non-latin letters.',
      'parameter_invalid',
    );
  return name;
};

const age_min = 13;

const individualOf = (form: Form): Cardholder['individual'] => {
  const { day, month, year } = part(form, 'dob');
  const dob =
    day && month && year ? { day: Number(day), month: Number(month), year: Number(year) } : null;
  if (dob && dob.year > new Date().getUTCFullYear() - age_min)
    throw new Refused(400, 'Cardholders must be older.');
  return {
    dob,
    first_name: latinOf(textOf(form, 'first_name')),
    last_name: latinOf(textOf(form, 'last_name')),
    card_issuing: termsOf(part(form, 'card_issuing')),
    verification: null,
  };
};

/** The accepted terms of a cardholder, in the form of Stripe's objects. */
const termsOf = (form: Form) => {
  const { date, ip, user_agent = null } = part(form, 'user_terms_acceptance');
  if (date !== undefined && !/^\d{10}$/.test(String(date)))
    throw new Refused(400, 'Invalid timestamp.');
  const user_terms_acceptance = date
    ? { date: Number(date), ip: String(ip), user_agent: user_agent as string | null }
    : null;
  return { user_terms_acceptance };
};

/** A cardholder as its first request says, or with what a later one says instead. */
export const cardholderOf = (form: Form, id: string, before?: Cardholder): Cardholder => {
  const type = before?.type ?? needed(form, 'type');
  if (before && ('name' in form || 'type' in form))
    throw new Refused(400, 'Received unknown parameter.', 'parameter_unknown');
  return {
    id,
    object: 'issuing.cardholder',
    billing: { address: addressOf(part(part(form, 'billing'), 'address')) },
    company: null,
    created: before?.created ?? Math.floor(Date.now() / 1000),
    email: textOf(form, 'email') ?? before?.email ?? null,
    individual:
      type === 'individual'
        ? merged(individualOf(part(form, 'individual')), before?.individual)
        : null,
    livemode: false,
    metadata: metadataOf(form, before?.metadata),
    name: before?.name ?? nameOf(form),
    phone_number: textOf(form, 'phone_number') ?? before?.phone_number ?? null,
    preferred_locales: [],
    requirements: before?.requirements ?? { disabled_reason: null, past_due: [] },
    spending_controls: null,
    status: 'active',
    type,
  };
};

/** A field that a later request leaves out stays. */
const merged = (
  said: Cardholder['individual'],
  before: Cardholder['individual'] = null,
): Cardholder['individual'] =>
  said && before
    ? {
        ...before,
        ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null)),
      }
    : said;

const intervals = ['per_authorization', 'daily', 'weekly', 'monthly', 'yearly', 'all_time'];

const controlsOf = (form: Form, currency: string): Card['spending_controls'] => {
  const spending_limits = Object.values(part(form, 'spending_limits')).map((limit) => {
    const { amount, interval } = limit as { readonly amount: string; readonly interval: string };
    if (!intervals.includes(interval) || !/^\d+$/.test(amount))
      throw new Refused(400, 'Invalid spending limit.');
    return { amount: Number(amount), categories: [], interval };
  });
  return {
    allowed_card_presences: null,
    blocked_card_presences: null,
    allowed_categories: null,
    blocked_categories: null,
    allowed_merchant_countries: null,
    blocked_merchant_countries: null,
    spending_limits,
    spending_limits_currency: currency,
  };
};

const shippingOf = (form: Form): NonNullable<Card['shipping']> => ({
  address: addressOf(part(form, 'address')),
  address_validation: null,
  business_name: null,
  carrier: null,
  customs: null,
  eta: null,
  name: needed(form, 'name'),
  phone_number: textOf(form, 'phone_number'),
  require_signature: false,
  service: textOf(form, 'service') ?? 'standard',
  status: 'pending',
  tracking_number: null,
  tracking_url: null,
  type: 'individual',
});

/** The card that a request makes, for a cardholder that there is. */
export const cardOf = (form: Form, id: string, cardholder: Cardholder, last4: string): Card => {
  const [type, currency, now] = [needed(form, 'type'), needed(form, 'currency'), new Date()];
  const shipping = type === 'physical' ? shippingOf(part(form, 'shipping')) : null;
  const secondLine = textOf(form, 'second_line');
  if (currency !== currency.toLowerCase()) throw new Refused(400, 'Invalid currency.');
  if ((secondLine ?? '').length > 24) throw new Refused(400, 'Invalid second_line.');
  return {
    id,
    object: 'issuing.card',
    brand: 'Visa',
    last4,
    exp_month: now.getUTCMonth() + 1,
    exp_year: now.getUTCFullYear() + 3,
    cancellation_reason: null,
    cardholder,
    created: Math.floor(now.getTime() / 1000),
    currency,
    latest_fraud_warning: null,
    lifecycle_controls: null,
    livemode: false,
    metadata: metadataOf(form),
    personalization_design: null,
    replaced_by: null,
    second_line: secondLine,
    shipping,
    type,
    replacement_for: textOf(form, 'replacement_for'),
    replacement_reason: textOf(form, 'replacement_reason') as Card['replacement_reason'],
    spending_controls: controlsOf(part(form, 'spending_controls'), currency),
    status: textOf(form, 'status') ?? 'inactive',
    wallets: null,
  };
};

/** The card with what a request says of it, but for its status. */
export const updatedCard = (card: Card, form: Form): Card => ({
  ...card,
  metadata: metadataOf(form, card.metadata),
  spending_controls: form.spending_controls
    ? controlsOf(part(form, 'spending_controls'), card.currency)
    : card.spending_controls,
});

/** A card as an event of Stripe shows it, by our id and business in its metadata. */
export const pushedCard = (
  { id: order_id, tenant_id }: { readonly id: string; readonly tenant_id: string },
  over: object = {},
) => ({
  id: `ic_${order_id}`,
  object: 'issuing.card',
  status: 'active',
  shipping: null,
  metadata: { order_id, tenant_id },
  ...over,
});
