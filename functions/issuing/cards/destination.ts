import { ApiError, type ApiErrorItem } from '../../core/api-error.ts';
import { type Address, neededOf } from '../../identity/customers/address.ts';
import type { Card, Destination } from './model.ts';
import type { ShippingMethod } from './states.ts';

/** The destination of a card as a business states it. */
export type DestinationInput = {
  readonly recipient?: string | null | undefined;
  readonly address?:
    | { readonly [field in keyof Address]?: Address[field] | undefined }
    | null
    | undefined;
  readonly method?: ShippingMethod | null | undefined;
};

/** Where a card goes: what is said, else where `otherwise` is. Requires a complete address. */
export const destinationOf = (
  said: DestinationInput | null | undefined,
  otherwise: {
    readonly recipient: string | null;
    readonly address: Address | null;
    readonly method?: ShippingMethod;
  },
): Destination => {
  const address = addressOf(said?.address ?? otherwise.address ?? {});
  const missing = neededOf(address.country).filter((field) => !address[field]);
  if (missing.length > 0)
    throw new ApiError('validation_failed', { errors: missing.map(missingItem) });
  const method = said?.method ?? otherwise.method ?? 'standard';
  return { recipient: said?.recipient ?? otherwise.recipient ?? '', address, method };
};

const addressOf = (said: NonNullable<DestinationInput['address']>): Address => {
  const {
    line1 = null,
    line2 = null,
    city = null,
    state = null,
    postal_code = null,
    country = null,
  } = said;
  return { line1, line2, city, state, postal_code, country };
};

const missingItem = (field: keyof Address): ApiErrorItem => ({
  pointer: `/shipping/address/${field}`,
  code: 'required',
  detail: 'Must be given, here or in the address of the customer.',
});

/** Where the replacement of a card goes: what was said, else where the card went. A virtual card goes nowhere. */
export const replacementDestination = (
  { shipping }: Pick<Card, 'shipping'>,
  said: DestinationInput | null | undefined,
): Destination | null => {
  if (shipping) return destinationOf(said, shipping);
  if (said) throw new ApiError('validation_failed', { errors: [notSent] });
  return null;
};

const notSent = {
  pointer: '/shipping',
  code: 'unknown_field',
  detail: 'Must be omitted: a virtual card is not sent.',
} as const;
