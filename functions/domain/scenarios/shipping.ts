import type { Tracking } from '../cards/shipping.ts';
import type { ShippingStatus } from '../cards/shipping-life.ts';

/** Where a parcel ends that does not arrive. */
export type ShippingOutcome = 'returned' | 'failed';

type Scenario = {
  /** The first line of the address that leads to it. */
  readonly line1: string;
  /** A simulation that says this … */
  readonly instead_of: ShippingStatus;
  /** … comes to this. */
  readonly outcome: ShippingOutcome;
  readonly description: string;
};

/** What goes wrong with parcels to certain addresses in the sandbox, by its code: what honours it and what tells of it read this. */
export const shippingScenarios = {
  undeliverable_address: {
    line1: 'Undeliverable address',
    instead_of: 'delivered',
    outcome: 'returned',
    description: 'Nobody lives at the address: the card is returned instead of delivered.',
  },
  rejected_by_maker: {
    line1: 'Rejected by the maker',
    instead_of: 'shipped',
    outcome: 'failed',
    description: 'The maker of the card rejects the order: it fails instead of being shipped.',
  },
  lost_in_post: {
    line1: 'Lost in the post',
    instead_of: 'delivered',
    outcome: 'failed',
    description: 'The parcel is lost: it fails instead of being delivered.',
  },
} as const satisfies Record<string, Scenario>;

/** What a simulated step comes to for a parcel to this address; lines are compared without regard to case. */
export const simulatedStatus = (line1: string | null, wanted: ShippingStatus): ShippingStatus => {
  const scenario = Object.values(shippingScenarios).find((one) => one.line1.toLowerCase() === line1?.toLowerCase());
  return scenario?.instead_of === wanted ? scenario.outcome : wanted;
};

/** What the carrier of simulated parcels says of a card's: the number that the simulation names, or one of its own. */
export const simulatedTracking = (cardId: string, named?: string): Tracking => {
  const number = named ?? `SIM${cardId.slice(-12).toUpperCase()}`;
  return { carrier: 'simulator', number, url: `https://tracking.example/${encodeURIComponent(number)}` };
};
