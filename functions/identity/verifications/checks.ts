import type { ReadLatinName } from '../customers/latin-name.ts';
import type { VerificationErrorCode } from './errors.ts';

/**
 * A provider's findings for an operator, in words of ours; the provider's own answer is never
 * stored.
 */
export type Evidence = {
  /** The values of the documents beside those of the profile. */
  readonly fields: readonly {
    readonly field: string;
    readonly profile: string | null;
    readonly document: string | null;
    /** Null where that is not known. */
    readonly agrees: boolean | null;
  }[];
  /** How much the face on the selfie is like the one on the document, 0 to 100; null where nobody compared. */
  readonly similarity: number | null;
  /** Why nobody but an operator decides. */
  readonly reasons: readonly EvidenceReason[];
};

/** A code of a decision that the provider would not make alone, or why it made none. */
export type EvidenceReason =
  | VerificationErrorCode
  /** The provider had not decided after the last look. */
  | 'no_decision_in_time'
  /** The provider does not take what was submitted. */
  | 'not_accepted_by_provider'
  /** The document has no zone that a machine reads. */
  | 'no_machine_readable_zone'
  /** The document names another nationality: people may have several. */
  | 'nationality_mismatch'
  /** The provider doubts it for a reason that has no code of ours. */
  | 'unknown_reason'
  /** The provider looks at the people of a business, and nobody at the business. */
  | 'business_unchecked'
  /** An entry of a list of sanctions may be about the customer; its screening says which. */
  | 'listed';

/** The date on which a document expires, as who decided has read it. */
export type StatedExpiry = { readonly document_id: string; readonly expires_on: string };

/** So many dates fit into the transaction of a decision, beside a business with all of its persons. */
export const dated_documents_max = 10;

/** The check of one subject of a verification at a provider. A check of an earlier submission stays until the provider has forgotten it. */
export type Check = {
  readonly subject_id: string;
  /** The `submitted_at` of its submission. */
  readonly submission: string;
  readonly provider: string;
  /** How the provider knows it; null until that is stored. */
  readonly reference: string | null;
  /** ISO 8601. */
  readonly started_at: string;
  readonly evidence: Evidence | null;
  /** The dates that the provider has read of documents, for who decides. */
  readonly expiries: readonly StatedExpiry[];
  /** The name in the machine-readable zone, of somebody who has no Latin name and needs one; null otherwise. */
  readonly latin_name: ReadLatinName | null;
};

/** The names that the documents of a submission were read with, by the id of the customer or person. */
export const latinNamesRead = (
  checks: readonly Check[],
  submission: string | null,
): ReadonlyMap<string, ReadLatinName> =>
  new Map(
    checks
      .filter((check) => check.submission === submission)
      .flatMap(({ subject_id, latin_name }) =>
        latin_name ? [[subject_id, latin_name] as const] : [],
      ),
  );

/** So many checks of earlier submissions are kept: far more than anybody needs, and few enough to store. */
const earlier_checks_max = 100;

/** The checks of earlier submissions that are too many, oldest first. */
export const surplusChecks = (
  checks: readonly Check[],
  submission: string | null,
): readonly Check[] =>
  checks.filter((check) => check.submission !== submission).slice(0, -earlier_checks_max);

/** The key of a check: the same however often it is started. */
export const keyOfCheck = (verificationId: string, { subject_id, submission }: Check): string =>
  `${verificationId}/${subject_id}/${submission}`;

/**
 * The check that a provider is asked to forget, or to begin: by its key, its reference and its
 * time.
 */
export const atProvider = (verificationId: string, check: Check) => ({
  key: keyOfCheck(verificationId, check),
  reference: check.reference,
  started_at: check.started_at,
});

/** When a check is looked at again, counted from its begin so that a look besides shifts nothing; undefined after the last time. */
export const nextLookAt = (
  started_at: string,
  now: Date,
  steps_ms: readonly number[],
): string | undefined => {
  let at = Date.parse(started_at);
  for (const step_ms of steps_ms) {
    at += step_ms;
    if (at > now.getTime()) return new Date(at).toISOString();
  }
  return undefined;
};
