type Entry = {
  /** Fit to show the customer. */
  readonly message: string;
  /** Where the verification goes: back for better input, or to its end. */
  readonly leads_to: 'requires_input' | 'rejected';
};

/** Everything that keeps a verification from succeeding. */
export const verificationErrors = {
  document_expired: { message: 'The document has expired. Send one that is valid.', leads_to: 'requires_input' },
  document_unreadable: {
    message: 'The document could not be read. Send a sharp, complete picture of it.',
    leads_to: 'requires_input',
  },
  document_type_not_supported: {
    message: 'This kind of document cannot be used. Send another one.',
    leads_to: 'requires_input',
  },
  name_mismatch: {
    message: 'The name on the document is not the one given. Correct the name, or send another document.',
    leads_to: 'requires_input',
  },
  date_of_birth_mismatch: {
    message: 'The date of birth on the document is not the one given. Correct it, or send another document.',
    leads_to: 'requires_input',
  },
  address_mismatch: {
    message: 'The address on the document is not the one given. Correct it, or send another document.',
    leads_to: 'requires_input',
  },
  selfie_mismatch: {
    message: 'The person on the selfie could not be matched with the document. Take a new selfie.',
    leads_to: 'requires_input',
  },
  under_minimum_age: {
    message: 'The document shows an age below the minimum. Check the date of birth.',
    leads_to: 'requires_input',
  },
  suspected_fraud: { message: 'The identity could not be verified.', leads_to: 'rejected' },
  sanctions_match: { message: 'The identity could not be verified.', leads_to: 'rejected' },
} as const satisfies Record<string, Entry>;

export type VerificationErrorCode = keyof typeof verificationErrors;

/** The codes that lead to a status. */
export const codesLeadingTo = (status: Entry['leads_to']): VerificationErrorCode[] =>
  verificationErrorCodes.filter((code) => verificationErrors[code].leads_to === status);

/** Every code, in the order of the reference. */
export const verificationErrorCodes = Object.keys(verificationErrors) as readonly VerificationErrorCode[];
