import type { Decision } from '../../domain/verifications/decision.ts';
import type { Verification } from '../../domain/verifications/verification.ts';

/** What is decided over: the identity as it was submitted, and the documents that it rests on. */
export type Subject = { readonly verification: Verification };

/** A decision; or that somebody has to make it: an operator who reviews, or a caller who simulates. */
export type Opinion = Decision | { readonly outcome: 'review' } | { readonly outcome: 'undecided' };

/** Who decides over identities. It may be asked any number of times about the same subject, and changes nothing. */
export type IdentityVerifier = (subject: Subject) => Promise<Opinion>;
