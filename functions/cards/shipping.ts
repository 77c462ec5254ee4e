import type { Address } from '../customers/model.ts';
import type { ReadonlyDeep } from '../json.ts';
import type { CardResource } from './schema.ts';
import { type ShippingMethod, type ShippingStatus, shippingTransitions } from './states.ts';

/** How many days after it was shipped a parcel is expected. */
export const deliveryDays: Record<ShippingMethod, number> = { standard: 10, express: 3 };

/** The delivery of a physical card. Recipient and address are null once its customer is redacted. */
export type Shipping = ReadonlyDeep<NonNullable<CardResource['shipping']>>;

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
