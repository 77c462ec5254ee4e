import type { Address } from '../customers/address.ts';
import type { ReadLatinName } from '../customers/latin-name.ts';
import type { Document } from '../documents/model.ts';
import type { Evidence, StatedExpiry } from '../verifications/checks.ts';
import type { Decision } from '../verifications/decision.ts';
import type { VerificationErrorCode } from '../verifications/errors.ts';
import type { Verification } from '../verifications/model.ts';

/** A document of a subject. Its bytes are read only when an adapter asks for them. */
export type SubjectDocument = Pick<
  Document,
  'id' | 'type' | 'side' | 'content_type' | 'size_bytes'
> & {
  /** The bytes that were inspected and accepted; null where there are none, as of a document that a simulation accepted. */
  readonly read: () => Promise<Buffer | null>;
};

/** The subject of a verification, as submitted: one natural person, or a customer as a whole. */
export type Subject = Pick<Verification, 'tenant_id' | 'level'> & {
  readonly verification_id: string;
  /** The id of the customer, or of a person of a business. */
  readonly id: string;
  /** When the verification was submitted, ISO 8601: after another submission the check is another. */
  readonly submitted_at: string;
  readonly first_name: string | null;
  readonly middle_name: string | null;
  readonly last_name: string | null;
  /** The same in Latin letters; null without such a name. */
  readonly latin_name?: Pick<Subject, 'first_name' | 'middle_name' | 'last_name'> | null;
  /** `YYYY-MM-DD`. */
  readonly date_of_birth: string | null;
  readonly nationality: string | null;
  readonly address: Address | null;
  /** The errors for which better input was submitted. */
  readonly remedied_errors: readonly VerificationErrorCode[];
  readonly documents: readonly SubjectDocument[];
};

/** The name in the zone of a document, of a subject who has no Latin name and needs one. */
type ReadNames = { readonly latin_name?: ReadLatinName };

/** The finding of a look at a check. */
export type LookResult =
  | (Decision & ReadNames)
  /** The provider has not decided: it is looked at again later. */
  | { readonly outcome: 'waiting' }
  /** An operator decides, with what the provider found. */
  | ({
      readonly outcome: 'review';
      readonly evidence: Evidence | null;
      /** The dates that were read of documents: they count when the operator approves and states no others. */
      readonly expiries?: readonly StatedExpiry[];
    } & ReadNames)
  /** Only a simulation decides. */
  | { readonly outcome: 'undecided' };

/** A check as a provider knows it: by the reference that it gave, and by a key of ours while it has given none. */
export type CheckAtProvider = {
  /**
   * The key of a verification, a subject and a submission: the same however often the check is
   * started.
   */
  readonly key: string;
  /** Null where nobody knows whether the provider was reached. */
  readonly reference: string | null;
  /** When it was first tried to begin it, ISO 8601. */
  readonly started_at: string;
};

/**
 * A provider that decides over identities. Each call may be repeated, after a crash too, but never
 * beside itself for one check. A provider that does not answer is the ApiError `unavailable`: it is
 * asked again later. `test/helpers/identity-verifier-contract.ts` holds every adapter to that.
 */
export type IdentityVerifier = {
  /** The name that stands as `provider` beside a reference. */
  readonly name: string;
  /** Whether it looks at natural persons, or decides over a customer as a whole. */
  readonly decides: 'persons' | 'customers';
  /** Whether it starts something outside that could be started twice: then one worker at a time has the verification. */
  readonly exclusive: boolean;
  /** Begins the check of a subject once, however often it is called, and answers its reference. Nothing personal is sent yet. */
  begin(check: CheckAtProvider, subject: Subject): Promise<string>;
  /** Looks at a check that was started, and does what is left to do for it. */
  look(reference: string, subject: Subject): Promise<LookResult>;
  /** Removes what the provider has of the person; again without harm. */
  forget(check: CheckAtProvider): Promise<void>;
};
