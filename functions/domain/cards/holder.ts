import { ApiError, type ApiErrorItem } from '../api-error.ts';
import type { Address, Customer } from '../customers/customer.ts';
import type { Card } from './card.ts';
import type { Destination } from './shipping.ts';
import type { ShippingMethod } from './shipping-life.ts';

/** Whose name a card bears unless its business says otherwise: the customer's, or the representative's of a business. */
export const cardholderOf = (customer: Customer): string => {
  if (customer.type === 'individual') return fullName(customer.first_name, customer.last_name);
  const person = customer.representative;
  const name = fullName(person?.first_name ?? null, person?.last_name ?? null);
  return name === '' ? shortened(customer.legal_name ?? '') : name;
};

/** The name that an open card bears: only closed ones are redacted. */
export const nameOn = ({ cardholder_name }: Pick<Card, 'cardholder_name'>): string => cardholder_name ?? '';

/** What a business says of where a card goes. */
export type DestinationInput = {
  readonly recipient?: string | null | undefined;
  readonly address?: { readonly [field in keyof Address]?: Address[field] | undefined } | null | undefined;
  readonly method?: ShippingMethod | null | undefined;
};

/** Without these nothing arrives; a profile is complete with the same. */
const needed = ['line1', 'city', 'postal_code', 'country'] as const satisfies readonly (keyof Address)[];

/** Where a card goes: what is said, else where `otherwise` is. Refuses an address to which nothing can be sent. */
export const destinationOf = (
  said: DestinationInput | null | undefined,
  otherwise: { readonly recipient: string | null; readonly address: Address | null; readonly method?: ShippingMethod },
): Destination => {
  const address = addressOf(said?.address ?? otherwise.address ?? {});
  const missing = needed.filter((field) => !address[field]);
  if (missing.length > 0) throw new ApiError('validation_failed', { errors: missing.map(missingItem) });
  const method = said?.method ?? otherwise.method ?? 'standard';
  return { recipient: said?.recipient ?? otherwise.recipient ?? '', address, method };
};

const addressOf = (said: NonNullable<DestinationInput['address']>): Address => {
  const { line1 = null, line2 = null, city = null, state = null, postal_code = null, country = null } = said;
  return { line1, line2, city, state, postal_code, country };
};

const missingItem = (field: keyof Address): ApiErrorItem => ({
  pointer: `/shipping/address/${field}`,
  code: 'required',
  detail: 'Must be given, here or in the address of the customer.',
});

/** Names are as long as 100 characters, and so is what stands on a card. */
const name_characters_max = 100;

const shortened = (name: string): string => [...name].slice(0, name_characters_max).join('').trimEnd();

const fullName = (...names: readonly (string | null)[]): string =>
  shortened(names.filter((name) => name !== null).join(' '));
