import { atProvider, type Check } from '../verifications/checks.ts';
import { simulator } from './simulator.ts';
import type { IdentityVerifier } from './verifier.ts';

/** Leaves every decision to an operator in the dashboard. */
const review: IdentityVerifier = {
  ...{ name: 'review', decides: 'customers', exclusive: false },
  begin: async ({ key }) => key,
  look: async () => ({ outcome: 'review', evidence: null }),
  forget: async () => undefined,
};

const verifiers: Readonly<Record<string, () => IdentityVerifier>> = {
  review: () => review,
  simulator: () => simulator,
};

/** The verifier that the environment names. Once per process. */
export const chosenVerifier = (name = process.env.IDENTITY_VERIFIER ?? ''): IdentityVerifier => {
  const verifier = Object.hasOwn(verifiers, name) ? verifiers[name] : undefined;
  if (!verifier) throw new Error('IDENTITY_VERIFIER names no verifier');
  return verifier();
};

/** Has the provider of a check forget the person, whichever verifier the environment names now. */
export const forgetCheck = (verificationId: string, check: Check): Promise<void> =>
  chosenVerifier(check.provider).forget(atProvider(verificationId, check));
