import { verificationScenario } from '../simulations/catalogue.ts';
import type { Decision } from '../verifications/decision.ts';
import type { Verification } from '../verifications/model.ts';

/** What is decided over: the identity as it was submitted, and the documents that it rests on. */
export type Subject = { readonly verification: Verification };

/** A decision, or who has to make it: an operator who reviews, or a caller who simulates. */
export type Opinion = Decision | { readonly outcome: 'review' } | { readonly outcome: 'undecided' };

/** Who decides over identities. It may be asked any number of times about the same subject, and changes nothing. */
export type IdentityVerifier = (subject: Subject) => Promise<Opinion>;

/** Leaves every decision to an operator in the dashboard. */
export const review: IdentityVerifier = async () => ({ outcome: 'review' });

/** Decides by the last name that was submitted, by the catalogue of scenarios, until better input was submitted for it. */
export const simulator: IdentityVerifier = async ({ verification }) => {
  const { status, code } = verificationScenario(verification.identity?.names.at(-1) ?? '');
  if (code !== null && verification.cured_errors.includes(code)) return { outcome: 'verified' };
  if (code !== null) return { outcome: status, code };
  return status === 'processing' ? { outcome: 'undecided' } : { outcome: 'verified' };
};

const verifiers: Readonly<Record<string, IdentityVerifier>> = { review, simulator };

/** The verifier that the environment names. */
export const chosenVerifier = (name = process.env.IDENTITY_VERIFIER ?? ''): IdentityVerifier => {
  const verifier = Object.hasOwn(verifiers, name) ? verifiers[name] : undefined;
  if (!verifier) throw new Error('IDENTITY_VERIFIER names no verifier');
  return verifier;
};
