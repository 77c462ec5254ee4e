import { tidyName } from '../../core/text.ts';
import {
  type VerificationErrorCode,
  verificationErrorCodes,
  verificationErrors,
} from '../../identity/verifications/errors.ts';
import type { Tracking } from '../../issuing/cards/model.ts';
import type { ShippingStatus } from '../../issuing/cards/states.ts';

/** The cardholder name that the simulated issuer rejects. The issuer and the list of scenarios both read it. */
export const refusedCard = {
  cardholder_name: 'Not Accepted',
  description: 'The issuer rejects the order: the error is issuer_refused.',
} as const;

/** Whether the simulated issuer rejects a card of this name; names are compared without regard to case. */
export const isRefusedCard = (cardholderName: string): boolean =>
  sameWords(cardholderName, refusedCard.cardholder_name);

/** Whether a text is that of a scenario, in either case; what was stored before names were tidied counts as tidied. */
const sameWords = (stored: string, scenario: string): boolean =>
  tidyName(stored).toLowerCase() === scenario.toLowerCase();

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

/** What goes wrong with parcels to certain addresses in the sandbox, by its code. The simulation and the list of scenarios both read it. */
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

/** What a simulated step comes to for a parcel to this address; lines are compared without regard to case. */
export const simulatedStatus = (line1: string | null, wanted: ShippingStatus): ShippingStatus => {
  const scenario = Object.values(shippingScenarios).find((one) => line1 !== null && sameWords(line1, one.line1));
  return scenario?.instead_of === wanted ? scenario.outcome : wanted;
};

/** The tracking of a simulated parcel: with the number of the simulation, or a generated one. */
export const simulatedTracking = (cardId: string, named?: string | null): Tracking => {
  const number = named ?? `SIM${cardId.slice(-12).toUpperCase()}`;
  return { carrier: 'simulator', number, url: `https://tracking.example/${encodeURIComponent(number)}` };
};

/** The last four digits of a simulated token, by the issuer's name of it. */
export const simulatedTokenDigits = (reference: string): string =>
  String([...reference].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 10_000, 0)).padStart(4, '0');

/** What the sandbox makes of a submitted identity; `processing` stays until a decision is simulated. */
export type VerificationOutcome =
  | { readonly status: 'verified' | 'processing'; readonly code: null }
  | { readonly status: 'requires_input' | 'rejected'; readonly code: VerificationErrorCode };

/** What every scenario has: the field and the value that ask for the outcome; letters count alike in either case. */
type Asking<What extends string, Field extends string, Outcome> = {
  readonly id: string;
  readonly applies_to: What;
  readonly when: { readonly field: Field; readonly value: string };
  readonly outcome: Outcome;
  readonly description: string;
};

/** An input with an outcome of a verification: the last name of the customer or of its representative. */
export type VerificationScenario = Asking<'verification', 'last_name', VerificationOutcome>;

/** An input that keeps a parcel from arriving: its address. */
export type ShippingScenario = Asking<
  'shipping',
  'address.line1',
  { readonly status: ShippingOutcome; readonly code: null }
>;

/** The input that an issuer rejects a card for: the name on it. */
export type CardScenario = Asking<'card', 'cardholder_name', { readonly status: 'refused'; readonly code: null }>;

/** An input with an outcome of a search on lists: the last name, or the last words of a business’s. */
export type ScreeningScenario = Asking<'screening', 'last_name', { readonly status: 'open'; readonly code: null }>;

export type Scenario = VerificationScenario | ScreeningScenario | ShippingScenario | CardScenario;

/** The name that an invented list of sanctions has. The screener and the list of scenarios both read it. */
export const screeningScenario: ScreeningScenario = {
  id: 'screening_match',
  applies_to: 'screening',
  when: { field: 'last_name', value: 'Listed' },
  outcome: { status: 'open', code: null },
  description: 'The customer is found on a list of sanctions: an operator clears or confirms the match.',
};

/** The name that the sandbox cannot compare with any list, as a name in a script that is not compared. */
export const notComparableScenario: ScreeningScenario = {
  id: 'screening_not_comparable',
  applies_to: 'screening',
  when: { field: 'last_name', value: 'Not Comparable' },
  outcome: { status: 'open', code: null },
  description: 'The name cannot be compared with lists: an operator decides, unless a latin_name is given.',
};

/** What the sandbox makes of last names. */
export const verificationScenarios: readonly VerificationScenario[] = [
  scenario('verified', 'Verified', { status: 'verified', code: null }, 'The identity is verified.'),
  scenario('undecided', 'Undecided', { status: 'processing', code: null }, 'Waits until its decision is simulated.'),
  ...verificationErrorCodes.map((code) => {
    const { leads_to, message } = verificationErrors[code];
    return scenario(code, spoken(code), { status: leads_to, code }, message);
  }),
];

/** Every scenario of the sandbox, as published: what the simulations themselves go by. */
export const scenarios: readonly Scenario[] = [
  ...verificationScenarios,
  screeningScenario,
  notComparableScenario,
  ...Object.entries(shippingScenarios).map(
    ([name, { line1, outcome, description }]): ShippingScenario => ({
      id: `shipping_${name}`,
      applies_to: 'shipping',
      when: { field: 'address.line1', value: line1 },
      outcome: { status: outcome, code: null },
      description,
    }),
  ),
  {
    id: 'card_not_accepted',
    applies_to: 'card',
    when: { field: 'cardholder_name', value: refusedCard.cardholder_name },
    outcome: { status: 'refused', code: null },
    description: refusedCard.description,
  },
];

/** What a last name asks for. A name that is not in the catalogue is verified. */
export const verificationScenario = (lastName: string): VerificationOutcome => {
  const found = verificationScenarios.find(({ when }) => sameWords(lastName, when.value));
  return found?.outcome ?? { status: 'verified', code: null };
};

function scenario(
  name: string,
  value: string,
  outcome: VerificationOutcome,
  description: string,
): VerificationScenario {
  const when = { field: 'last_name', value } as const;
  return { id: `verification_${name}`, applies_to: 'verification', when, outcome, description };
}

/** `name_mismatch` as a name: `Name Mismatch`. */
function spoken(code: string): string {
  const words = code.split('_').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return words.join(' ');
}
