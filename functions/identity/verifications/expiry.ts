import { ApiError, type ApiErrorItem } from '../../core/api-error.ts';
import { deepEqual } from '../../core/json.ts';
import { type Customer, type CustomerTransition, summarise } from '../customers/model.ts';
import {
  unverified,
  type VerificationLevel,
  type VerificationSummary,
  verificationLevels,
} from '../customers/persons.ts';
import { expiredAt } from '../documents/expiry.ts';
import type { Document } from '../documents/model.ts';
import { type Check, dated_documents_max, type StatedExpiry } from './checks.ts';
import type { VerificationCase } from './decision.ts';
import type { Verification } from './model.ts';

/** How many days after a document has expired a level ends that it proved; null: it does not. */
export type ExpiryGraces = { readonly [level in VerificationLevel]: number | null };

/** The graces of an environment (`REVERIFY_AFTER_EXPIRY`). */
export const expiryGracesFrom = (setting: string | undefined): ExpiryGraces => ({
  standard: null,
  enhanced: null,
  ...(JSON.parse(setting ?? '{}') as Partial<ExpiryGraces>),
});

/** When a document that has expired ends the next level; null where it ends none any more. */
export const nextLevelEnd = (
  expires_on: string,
  graces: ExpiryGraces,
  now: Date,
): string | null => {
  const ends = Object.values(graces).flatMap((days) =>
    days === null ? [] : [expiredAt(expires_on, days)],
  );
  const [next] = ends
    .filter((end) => end > now)
    .toSorted((one, other) => one.getTime() - other.getTime());
  return next?.toISOString() ?? null;
};

/** The highest level up to this one that has not ended with a document; null where none is left. */
const levelLeft = (level: VerificationLevel, expires_on: string, graces: ExpiryGraces, now: Date) =>
  verificationLevels
    .slice(0, verificationLevels.indexOf(level) + 1)
    .findLast((one) => graces[one] === null || now < expiredAt(expires_on, graces[one])) ?? null;

type Expired = Pick<Document, 'id' | 'person_id'> & { readonly expires_on: string };
type Proof = Pick<Verification, 'decided_at' | 'document_ids'>;
type At = { readonly graces: ExpiryGraces; readonly now: Date };

/** Only the verification that the proof rests on counts: a later one rests on other documents. */
const summaryAfterExpiry = (
  summary: VerificationSummary,
  { id, expires_on }: Expired,
  verifications: readonly Proof[],
  { graces, now }: At,
): VerificationSummary => {
  const { status, level, verified_at } = summary;
  const proof = verifications.find(({ decided_at }) => decided_at === verified_at);
  if (status !== 'verified' || level === null || !proof?.document_ids.includes(id)) return summary;
  const left = levelLeft(level, expires_on, graces, now);
  return left === null ? unverified : { ...summary, level: left };
};

/**
 * The rest of the proof of a customer, and of the person that it shows, after a document has
 * expired; undefined where nothing ends.
 */
export const proofAfterExpiry = (
  customer: Customer,
  expired: Expired,
  verifications: readonly Proof[],
  at: At,
): CustomerTransition | undefined => {
  const after = (summary: VerificationSummary) =>
    summaryAfterExpiry(summary, expired, verifications, at);
  const persons = customer.persons.map((person) => {
    const verification =
      person.id === expired.person_id ? after(person.verification) : person.verification;
    if (deepEqual(verification, person.verification)) return person;
    return {
      ...person,
      verification,
      updated_at: at.now.toISOString(),
      version: person.version + 1,
    };
  });
  return summarise(customer, after(customer.verification), persons, at.now);
};

/**
 * The dates that checks have read of documents and that are not over, as many as fit into a
 * decision: one side of each subject's document comes first. A text that is no date is left out.
 */
export const expiriesRead = (
  checks: readonly Pick<Check, 'expiries'>[],
  now: Date,
): readonly StatedExpiry[] => {
  const [first, others] = [
    checks.flatMap(({ expiries }) => expiries.slice(0, 1)),
    checks.flatMap((one) => one.expiries.slice(1)),
  ];
  const valid = [...first, ...others].filter(
    ({ expires_on }) => isDay(expires_on) && now < expiredAt(expires_on),
  );
  return valid.slice(0, dated_documents_max);
};

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text);

/** The dates of an approval: those that the operator states, and of other documents those that the checks have read. */
export const approvedExpiries = (
  stated: readonly StatedExpiry[],
  read: Pick<VerificationCase, 'documentReferences' | 'verification'>,
  now: Date,
): readonly StatedExpiry[] => {
  const checked = checkedExpiries(stated, read, now);
  const { checks, submitted_at } = read.verification;
  const ofSubmission = checks.filter(({ submission }) => submission === submitted_at);
  const others = expiriesRead(ofSubmission, now).filter((one) =>
    stated.every((own) => own.document_id !== one.document_id),
  );
  return [...checked, ...others].slice(0, dated_documents_max);
};

/** Dates that an operator states with an approval. Each is of an accepted document that the verification names, and not over. */
const checkedExpiries = (
  stated: readonly StatedExpiry[],
  { documentReferences }: Pick<VerificationCase, 'documentReferences'>,
  now: Date,
): readonly StatedExpiry[] => {
  const errors = stated.flatMap(({ document_id, expires_on }, position): ApiErrorItem[] => {
    const isFirst = stated.findIndex((one) => one.document_id === document_id) === position;
    const isNamed = documentReferences.named.some(
      ({ id, status }) => id === document_id && status === 'accepted',
    );
    const place = `/documents/${position}`;
    if (!isFirst || !isNamed)
      return [{ pointer: `${place}/document_id`, code: 'invalid_value', detail: notNamed }];
    return now < expiredAt(expires_on)
      ? []
      : [{ pointer: `${place}/expires_on`, code: 'too_small', detail: isOver }];
  });
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
  return stated;
};

const notNamed = 'Must be an accepted document of this verification, named once.';
const isOver = 'Must not be in the past: request new documents instead.';
