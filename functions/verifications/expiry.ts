import { ApiError, type ApiErrorItem } from '../api-error.ts';
import { type Customer, type CustomerTransition, summarise } from '../customers/model.ts';
import { unverified } from '../customers/persons.ts';
import { expiredAt } from '../documents/expiry.ts';
import type { StatedExpiry, VerificationCase } from './decision.ts';
import type { Verification } from './model.ts';
import { type VerificationLevel, verificationLevels } from './states.ts';

/** How many days after a document has expired a level ends that it proved; null: it does not. */
export type ExpiryGraces = { readonly [level in VerificationLevel]: number | null };

/** The graces of an environment (`REVERIFY_AFTER_EXPIRY`). */
export const expiryGracesFrom = (setting: string | undefined): ExpiryGraces => ({
  ...{ standard: null, enhanced: null },
  ...(JSON.parse(setting ?? '{}') as Partial<ExpiryGraces>),
});

/** When a document that has expired ends the next level; null where it ends none any more. */
export const nextLevelEnd = (expires_on: string, graces: ExpiryGraces, now: Date): string | null => {
  const ends = Object.values(graces).flatMap((days) => (days === null ? [] : [expiredAt(expires_on, days)]));
  const [next] = ends.filter((end) => end > now).toSorted((one, other) => one.getTime() - other.getTime());
  return next?.toISOString() ?? null;
};

/** The highest level up to this one that has not ended with a document; null where none is left. */
const levelLeft = (level: VerificationLevel, expires_on: string, graces: ExpiryGraces, now: Date) =>
  verificationLevels
    .slice(0, verificationLevels.indexOf(level) + 1)
    .findLast((one) => graces[one] === null || now < expiredAt(expires_on, graces[one])) ?? null;

/**
 * What a document that has expired leaves of the proof that its customer has; undefined where nothing ends. Only the
 * verification that the proof rests on counts: a later one rests on other documents.
 */
export const proofAfterExpiry = (
  customer: Customer,
  { id, expires_on }: { readonly id: string; readonly expires_on: string },
  verifications: readonly Pick<Verification, 'decided_at' | 'document_ids'>[],
  { graces, now }: { readonly graces: ExpiryGraces; readonly now: Date },
): CustomerTransition | undefined => {
  const { status, level, verified_at } = customer.verification;
  const proof = verifications.find(({ decided_at }) => decided_at === verified_at);
  if (status !== 'verified' || level === null || !proof?.document_ids.includes(id)) return undefined;
  const left = levelLeft(level, expires_on, graces, now);
  const remaining = left === null ? unverified : { ...customer.verification, level: left };
  return summarise(customer, remaining, customer.persons, now);
};

/** Dates that an operator states with an approval. Each is of an accepted document that the verification names, and not over. */
export const checkedExpiries = (
  stated: readonly StatedExpiry[],
  { documentReferences }: Pick<VerificationCase, 'documentReferences'>,
  now: Date,
): readonly StatedExpiry[] => {
  const errors = stated.flatMap(({ document_id, expires_on }, position): ApiErrorItem[] => {
    const isFirst = stated.findIndex((one) => one.document_id === document_id) === position;
    const isNamed = documentReferences.named.some(({ id, status }) => id === document_id && status === 'accepted');
    const place = `/documents/${position}`;
    if (!isFirst || !isNamed) return [{ pointer: `${place}/document_id`, code: 'invalid_value', detail: notNamed }];
    return now < expiredAt(expires_on) ? [] : [{ pointer: `${place}/expires_on`, code: 'too_small', detail: isOver }];
  });
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
  return stated;
};

const notNamed = 'Must be an accepted document of this verification, named once.';
const isOver = 'Must not be in the past: request new documents instead.';
