import type { Address } from '../customers/customer.ts';
import { deliveryDays, type ShippingMethod, type ShippingStatus, shippingMoves } from './shipping-life.ts';

/** The way of a physical card to its holder, as stored and as shown. */
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
  /** Where it tells how far the parcel is. */
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

/** The parcel in its next status, or undefined where the table has no such move. */
export const moveShipping = (
  shipping: Shipping,
  status: ShippingStatus,
  now: Date,
  tracking?: Tracking,
): Shipping | undefined => {
  if (!shippingMoves[shipping.status].includes(status)) return undefined;
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

/** Whether the card may have reached its holder. */
export const isUnderWay = ({ status }: Shipping): boolean => status === 'shipped' || status === 'delivered';

const followedByNobody = { tracking_number: null, tracking_url: null };

const day_ms = 24 * 60 * 60 * 1000;

const expectedOn = (method: ShippingMethod, now: Date): string =>
  new Date(now.getTime() + deliveryDays[method] * day_ms).toISOString().slice(0, 10);
