import { ApiError, type ApiErrorItem } from '../api-error.ts';
import { holdsCardNumber } from '../card-number-rule.ts';
import type { Customer } from '../customers/customer.ts';
import type { Card, CardInput } from './card.ts';
import { cardholderOf, type DestinationInput, destinationOf } from './holder.ts';
import type { Destination } from './shipping.ts';
import { type SpendingControlsInput, spendingControls } from './spending-controls.ts';

type Said<T> = T | null | undefined;

/** What a business says of a card that it orders. */
export type CardOrdered = Pick<Card, 'customer_id' | 'type' | 'currency'> & {
  readonly cardholder_name?: Said<string>;
  readonly nickname?: Said<string>;
  readonly spending_controls?: Said<SpendingControlsInput>;
  readonly metadata?: Said<Card['metadata']>;
  /** Of a physical card only. */
  readonly shipping?: Said<DestinationInput>;
};

/** What a card is made with: what was said, and for the rest what its customer says. Refuses what that leaves without a name. */
export const cardInput = (said: CardOrdered, customer: Customer): CardInput => {
  const { customer_id, type, currency } = said;
  requireNames(said, cardholderOf(customer));
  return {
    ...{ customer_id, type, currency },
    cardholder_name: said.cardholder_name ?? cardholderOf(customer),
    nickname: said.nickname ?? null,
    spending_controls: spendingControls(said.spending_controls),
    metadata: said.metadata ?? {},
    destination:
      type === 'virtual'
        ? null
        : destinationOf(said.shipping, { recipient: cardholderOf(customer), address: customer.address }),
  };
};

/** Each name of a customer has kept its rules; together they may still be blank, or read as the number of a card. */
const requireNames = ({ type, cardholder_name, shipping }: CardOrdered, otherwise: string): void => {
  if (otherwise !== '' && !holdsCardNumber(otherwise)) return;
  const pointers = [
    ...(cardholder_name ? [] : ['/cardholder_name']),
    ...(type === 'virtual' || shipping?.recipient ? [] : ['/shipping/recipient']),
  ];
  if (pointers.length > 0) throw new ApiError('validation_failed', { errors: pointers.map(unnamed) });
};

const unnamed = (pointer: string): ApiErrorItem => ({
  pointer,
  code: 'required',
  detail: 'Must be given: the name of the customer cannot stand on a card.',
});

/** Where the replacement of a card goes: what was said, else where the card went. A virtual card goes nowhere. */
export const replacementDestination = (
  { shipping }: Pick<Card, 'shipping'>,
  said: Said<DestinationInput>,
): Destination | null => {
  if (shipping) return destinationOf(said, shipping);
  if (said) throw new ApiError('validation_failed', { errors: [notSent] });
  return null;
};

const notSent = {
  pointer: '/shipping',
  code: 'unknown_field',
  detail: 'Must be left out: a virtual card is not sent.',
} as const;
