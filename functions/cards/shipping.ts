import type { Address } from '../customers/model.ts';

/** Where the parcel of a physical card is. */
export const shippingStatuses = [
  'pending',
  'submitted',
  'shipped',
  'delivered',
  'returned',
  'failed',
  'canceled',
] as const;
export type ShippingStatus = (typeof shippingStatuses)[number];

/**
 * Where a parcel can go next. It is canceled before its maker has it, fails when the maker rejects it or the post loses it,
 * and is returned when nobody lives at the address. A transition that is not in the table does not exist.
 */
export const shippingTransitions: Record<ShippingStatus, readonly ShippingStatus[]> = {
  pending: ['submitted', 'canceled'],
  submitted: ['shipped', 'failed'],
  shipped: ['delivered', 'returned', 'failed'],
  delivered: [],
  returned: [],
  failed: [],
  canceled: [],
};

/** How it travels. */
export const shippingMethods = ['standard', 'express'] as const;
export type ShippingMethod = (typeof shippingMethods)[number];

/** How many days after it was shipped a parcel is expected. */
export const deliveryDays: Record<ShippingMethod, number> = { standard: 10, express: 3 };

/** The delivery of a physical card, as stored and as in the resource. */
export type Shipping = {
  /** Null, as the address, once its customer is redacted. */
  readonly recipient: string | null;
  readonly address: Address | null;
  readonly method: ShippingMethod;
  readonly status: ShippingStatus;
  readonly carrier: string | null;
  readonly tracking_number: string | null;
  readonly tracking_url: string | null;
  /** `YYYY-MM-DD`. */
  readonly estimated_delivery: string | null;
  /** Every status with its moment, oldest first. */
  readonly history: readonly { readonly status: ShippingStatus; readonly at: string }[];
};

/** Where a card goes. */
export type Destination = Pick<Shipping, 'method'> & { readonly recipient: string; readonly address: Address };

/** What the carrier says of a parcel. */
export type Tracking = {
  readonly carrier: string;
  readonly number: string | null;
  /** The tracking page. */
  readonly url: string | null;
};

/** A parcel that nobody has begun to make. */
export const newShipping = (destination: Destination, now: Date): Shipping => ({
  recipient: destination.recipient,
  address: destination.address,
  method: destination.method,
  status: 'pending',
  carrier: null,
  tracking_number: null,
  tracking_url: null,
  estimated_delivery: null,
  history: [{ status: 'pending', at: now.toISOString() }],
});

/** The parcel in its next status, or undefined where the table has no such transition. */
export const transitionShipping = (
  shipping: Shipping,
  status: ShippingStatus,
  now: Date,
  tracking?: Tracking,
): Shipping | undefined => {
  if (!shippingTransitions[shipping.status].includes(status)) return undefined;
  const { carrier = null, number = null, url = null } = tracking ?? {};
  // Where it went nobody shall learn from a parcel's number once that is redacted.
  const followed = shipping.recipient === null ? followedByNobody : { tracking_number: number, tracking_url: url };
  return {
    ...shipping,
    ...(status === 'shipped' && { carrier, ...followed, estimated_delivery: expectedOn(shipping.method, now) }),
    status,
    history: [...shipping.history, { status, at: now.toISOString() }],
  };
};

/** Whether the cardholder may have the card already. */
export const isUnderWay = ({ status }: Shipping): boolean => status === 'shipped' || status === 'delivered';

const followedByNobody = { tracking_number: null, tracking_url: null };

const day_ms = 24 * 60 * 60 * 1000;

const expectedOn = (method: ShippingMethod, now: Date): string =>
  new Date(now.getTime() + deliveryDays[method] * day_ms).toISOString().slice(0, 10);
