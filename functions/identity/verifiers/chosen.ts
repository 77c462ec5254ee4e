import { atProvider, type Check } from '../verifications/checks.ts';
import { awsVerifier } from './aws/verifier.ts';
import { onfido } from './onfido/onfido.ts';
import { simulator } from './simulator.ts';
import type { IdentityVerifier } from './verifier.ts';

/** Leaves every decision to an operator in the dashboard. */
const review: IdentityVerifier = {
  name: 'review',
  decides: 'customers',
  exclusive: false,
  begin: async ({ key }) => key,
  look: async () => ({ outcome: 'review', evidence: null }),
  forget: async () => undefined,
};

const verifiers: Readonly<Record<string, () => IdentityVerifier>> = {
  review: () => review,
  simulator: () => simulator,
  aws: () => awsVerifier(),
  onfido: () => onfido,
};

/** The verifier that the environment names. Once per process. */
export const chosenVerifier = (name = process.env.IDENTITY_VERIFIER ?? ''): IdentityVerifier => {
  const verifier = Object.hasOwn(verifiers, name) ? verifiers[name] : undefined;
  if (!verifier) throw new Error('IDENTITY_VERIFIER names no verifier');
  return verifier();
};

/**
 * The parts that forget a person, by provider: a job that verifies nobody carries no more. The
 * clients of `aws` have nothing to forget.
 */
const erasers: Readonly<Record<string, () => Pick<IdentityVerifier, 'forget'>>> = {
  review: () => review,
  simulator: () => simulator,
  aws: () => review,
  onfido: () => onfido,
};

/** Has the provider of a check forget the person, whichever verifier the environment names now. */
export const forgetCheck = async (verificationId: string, check: Check): Promise<void> => {
  const forget = erasers[check.provider];
  if (!forget) throw new Error('the provider of a check is none that forgets');
  await forget().forget(atProvider(verificationId, check));
};
