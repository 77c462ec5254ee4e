import type { ProofName } from '../catalogues/model.ts';
import type { ProfilePart } from '../customers/requirements.ts';

type Entry = {
  /** Fit to show the customer. */
  readonly message: string;
  /** Where the verification goes: back for better input, or to its end. */
  readonly leads_to: 'requires_input' | 'rejected';
  /** The better input; absent where nothing helps. */
  readonly remedy?: Remedy;
};

/** The things that documents can prove. */
export type ProofCode = `document.${ProofName}`;

/** Better input: another value of the profile, or a new document for one of the proofs. Any one of them does. */
export type Remedy = {
  /** Offered before any document. */
  readonly profile?: ProfilePart;
  /** In the order they are offered; those that the level does not ask for are passed over. */
  readonly documents: readonly ProofCode[];
  /** The new document is of a type that was not tried yet. */
  readonly of_another_type?: true;
};

/**
 * The documents that a decision about “the document” means: the one with a picture, unless it is
 * another that was renewed.
 */
const anyPaper = [
  'document.government_id',
  'document.company_registration',
  'document.proof_of_address',
] as const;

/** Everything that keeps a verification from succeeding. */
export const verificationErrors = {
  document_expired: {
    message: 'The document has expired. Send one that is valid.',
    leads_to: 'requires_input',
    remedy: { documents: anyPaper },
  },
  document_unreadable: {
    message: 'The document could not be read. Send a sharp, complete picture of it.',
    leads_to: 'requires_input',
    remedy: { documents: anyPaper },
  },
  document_type_not_supported: {
    message: 'This kind of document cannot be used. Send another one.',
    leads_to: 'requires_input',
    remedy: { documents: anyPaper, of_another_type: true },
  },
  name_mismatch: {
    message:
      'The name on the document is not the one given. Correct the name, or send another document.',
    leads_to: 'requires_input',
    remedy: {
      profile: 'name',
      documents: ['document.government_id', 'document.company_registration'],
    },
  },
  date_of_birth_mismatch: {
    message:
      'The date of birth on the document is not the one given. Correct it, or send another document.',
    leads_to: 'requires_input',
    remedy: { profile: 'date_of_birth', documents: ['document.government_id'] },
  },
  address_mismatch: {
    message:
      'The address on the document is not the one given. Correct it, or send another document.',
    leads_to: 'requires_input',
    remedy: {
      profile: 'address',
      documents: ['document.proof_of_address', 'document.government_id'],
    },
  },
  selfie_mismatch: {
    message: 'The person on the selfie could not be matched with the document. Take a new selfie.',
    leads_to: 'requires_input',
    remedy: { documents: ['document.selfie'] },
  },
  under_minimum_age: {
    message: 'The document shows an age below the minimum. Check the date of birth.',
    leads_to: 'requires_input',
    remedy: { profile: 'date_of_birth', documents: ['document.government_id'] },
  },
  suspected_fraud: { message: 'The identity could not be verified.', leads_to: 'rejected' },
  sanctions_match: { message: 'The identity could not be verified.', leads_to: 'rejected' },
} as const satisfies Record<string, Entry>;

export type VerificationErrorCode = keyof typeof verificationErrors;

/** The better input for a code; undefined where nothing helps. */
export const remedyOf = (code: VerificationErrorCode): Remedy | undefined => {
  const { remedy }: Entry = verificationErrors[code];
  return remedy;
};

/** The codes that lead to a status. */
export const codesLeadingTo = (status: Entry['leads_to']): VerificationErrorCode[] =>
  verificationErrorCodes.filter((code) => verificationErrors[code].leads_to === status);

/** Every code, in the order of the reference. */
export const verificationErrorCodes = Object.keys(
  verificationErrors,
) as readonly VerificationErrorCode[];
