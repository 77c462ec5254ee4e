import type { ScenarioOf } from '../../core/scenario.ts';
import { isScenarioText } from '../../core/text.ts';
import type { Tracking } from '../cards/model.ts';
import type { ShippingStatus } from '../cards/states.ts';

/** Where a parcel ends that does not arrive. */
export type ShippingOutcome = 'returned' | 'failed';

type StepScenario = {
  /** The first line of the address that leads to it. */
  readonly line1: string;
  /** A simulation of this status … */
  readonly instead_of: ShippingStatus;
  /** … comes to this. */
  readonly outcome: ShippingOutcome;
  readonly description: string;
};

/** The failures of parcels to certain addresses in the sandbox, by its code. The simulation and the list of scenarios both read it. */
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
    description: 'The card manufacturer rejects the order: it fails instead of being shipped.',
  },
  lost_in_post: {
    line1: 'Lost in the post',
    instead_of: 'delivered',
    outcome: 'failed',
    description: 'The parcel is lost: it fails instead of being delivered.',
  },
} as const satisfies Record<string, StepScenario>;

/** The outcome of a simulated step for a parcel to this address; lines are compared without regard to case. */
export const simulatedStatus = (line1: string | null, wanted: ShippingStatus): ShippingStatus => {
  const scenario = Object.values(shippingScenarios).find(
    (one) => line1 !== null && isScenarioText(line1, one.line1),
  );
  return scenario?.instead_of === wanted ? scenario.outcome : wanted;
};

/** The tracking of a simulated parcel: with the number of the simulation, or a generated one. */
export const simulatedTracking = (cardId: string, named?: string | null): Tracking => {
  const number = named ?? `SIM${cardId.slice(-12).toUpperCase()}`;
  return {
    carrier: 'simulator',
    number,
    url: `https://tracking.example/${encodeURIComponent(number)}`,
  };
};

/** The last four digits of a simulated token, by the issuer's name of it. */
export const simulatedTokenDigits = (reference: string): string =>
  String([...reference].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 10_000, 0)).padStart(
    4,
    '0',
  );

/** An input that keeps a parcel from arriving: its address. */
export type ShippingScenario = ScenarioOf<
  'shipping',
  'address.line1',
  { readonly status: ShippingOutcome; readonly code: null }
>;

/** The input that an issuer rejects a card for: the name on it. */
export type CardScenario = ScenarioOf<
  'card',
  'cardholder_name',
  { readonly status: 'refused'; readonly code: null }
>;
