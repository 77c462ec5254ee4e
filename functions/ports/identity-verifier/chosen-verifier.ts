import type { IdentityVerifier } from './identity-verifier.ts';
import { review } from './review.ts';
import { simulator } from './simulator.ts';

const verifiers: Readonly<Record<string, IdentityVerifier>> = { review, simulator };

/** The verifier that the environment names. */
export const chosenVerifier = (name = process.env.IDENTITY_VERIFIER ?? ''): IdentityVerifier => {
  const verifier = Object.hasOwn(verifiers, name) ? verifiers[name] : undefined;
  if (!verifier) throw new Error('IDENTITY_VERIFIER names no verifier');
  return verifier;
};
