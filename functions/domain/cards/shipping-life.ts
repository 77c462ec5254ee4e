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
 * and is returned when nobody lives where it goes. A move not written here does not exist.
 */
export const shippingMoves: Record<ShippingStatus, readonly ShippingStatus[]> = {
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
