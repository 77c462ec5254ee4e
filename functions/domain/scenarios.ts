import { type VerificationErrorCode, verificationErrorCodes, verificationErrors } from './verification-errors.ts';

/** What the sandbox makes of a submitted identity; `processing` is left so until somebody simulates the decision. */
export type ScenarioOutcome =
  | { readonly status: 'verified' | 'processing'; readonly code: null }
  | { readonly status: 'requires_input' | 'rejected'; readonly code: VerificationErrorCode };

/** One way to bring about an outcome in the sandbox. */
export type Scenario = {
  readonly id: string;
  readonly applies_to: 'verification';
  /** The field of the customer, and the value that asks for the outcome; letters count alike in either case. */
  readonly when: { readonly field: 'last_name'; readonly value: string };
  readonly outcome: ScenarioOutcome;
  readonly description: string;
};

/** Every scenario of the sandbox: what is published, and what the simulator goes by. */
export const scenarios: readonly Scenario[] = [
  scenario('verified', 'Verified', { status: 'verified', code: null }, 'The identity is verified.'),
  scenario('undecided', 'Undecided', { status: 'processing', code: null }, 'Waits until its decision is simulated.'),
  ...verificationErrorCodes.map((code) => {
    const { leads_to, message } = verificationErrors[code];
    return scenario(code, spoken(code), { status: leads_to, code }, message);
  }),
];

/** What a last name asks for. A name that is not in the catalogue is verified. */
export const verificationScenario = (lastName: string): ScenarioOutcome => {
  const asked = lastName.toLowerCase();
  const found = scenarios.find(({ when }) => when.value.toLowerCase() === asked);
  return found?.outcome ?? { status: 'verified', code: null };
};

function scenario(name: string, value: string, outcome: ScenarioOutcome, description: string): Scenario {
  const when = { field: 'last_name', value } as const;
  return { id: `verification_${name}`, applies_to: 'verification', when, outcome, description };
}

/** `name_mismatch` as a name: `Name Mismatch`. */
function spoken(code: string): string {
  const words = code.split('_').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return words.join(' ');
}
