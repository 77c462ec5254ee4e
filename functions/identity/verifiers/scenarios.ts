import type { ScenarioOf } from '../../core/scenario.ts';
import { isScenarioText } from '../../core/text.ts';
import {
  type VerificationErrorCode,
  verificationErrorCodes,
  verificationErrors,
} from '../verifications/errors.ts';

/** The sandbox's decision over a submitted identity; `processing` stays until a decision is simulated. */
export type VerificationOutcome =
  | { readonly status: 'verified' | 'processing'; readonly code: null }
  | { readonly status: 'requires_input' | 'rejected'; readonly code: VerificationErrorCode };

/** An input with an outcome of a verification: the last name of the customer or of its representative. */
export type VerificationScenario = ScenarioOf<'verification', 'last_name', VerificationOutcome>;

/** The scenarios of last names. */
export const verificationScenarios: readonly VerificationScenario[] = [
  scenario('verified', 'Verified', { status: 'verified', code: null }, 'The identity is verified.'),
  scenario(
    'undecided',
    'Undecided',
    { status: 'processing', code: null },
    'Waits until its decision is simulated.',
  ),
  ...verificationErrorCodes.map((code) => {
    const { leads_to, message } = verificationErrors[code];
    return scenario(code, spoken(code), { status: leads_to, code }, message);
  }),
];

/** The outcome that a last name asks for. A name that is not in the catalogue is verified. */
export const verificationScenario = (lastName: string): VerificationOutcome => {
  const found = verificationScenarios.find(({ when }) => isScenarioText(lastName, when.value));
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
