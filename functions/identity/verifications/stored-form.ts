import { scheduledTime } from '../../core/dynamodb/scheduled-work.ts';
import {
  absent,
  eachOf,
  nested,
  optional,
  reading,
  required,
  resourceKeys,
  storedForm,
} from '../../core/dynamodb/stored-form.ts';
import type { Address } from '../customers/address.ts';
import type { Identity } from '../customers/identity.ts';
import type { ReadLatinName } from '../customers/latin-name.ts';
import { addressForm } from '../customers/stored-form.ts';
import type { Check, Evidence, StatedExpiry } from './checks.ts';
import type { DocumentReference } from './documents.ts';
import type { Review, Verification, VerificationError } from './model.ts';

const error = storedForm<VerificationError>({
  code: required,
  message: required,
  retryable: required,
});

const attestation = storedForm<NonNullable<Verification['attestation']>>({
  provider: required,
  evidence: required,
  verified_at: required,
  attested_by: required,
  reference: absent(null),
});

const stated = {
  names: required,
  latin_names: optional,
  date_of_birth: absent(null),
  nationality: absent(null),
};

const identity = storedForm<Identity>({
  ...stated,
  persons: eachOf(storedForm<Identity['persons'][number]>({ id: required, ...stated }), absent([])),
});

const review = storedForm<Review>({
  operator_id: required,
  at: required,
  code: absent(null),
  internal_note: absent(null),
});

const evidence = storedForm<Evidence>({
  fields: eachOf(
    storedForm<Evidence['fields'][number]>({
      field: required,
      profile: absent(null),
      document: absent(null),
      agrees: absent(null),
    }),
    absent([]),
  ),
  similarity: absent(null),
  reasons: absent([]),
});

const check = storedForm<Check>({
  subject_id: required,
  submission: required,
  provider: required,
  started_at: required,
  reference: absent(null),
  evidence: nested(evidence, absent(null)),
  expiries: eachOf(
    storedForm<StatedExpiry>({ document_id: required, expires_on: required }),
    absent([]),
  ),
  latin_name: nested(
    storedForm<ReadLatinName>({
      first_name: absent(null),
      last_name: required,
      may_be_cut_off: required,
    }),
    absent(null),
  ),
});

/** How a verification is stored. */
const verificationForm = storedForm<Verification>({
  ...resourceKeys,
  customer_id: required,
  status: required,
  level: required,
  revision: required,
  document_ids: required,
  assignee_id: absent(null),
  submitted_at: absent(null),
  decided_at: absent(null),
  scheduled_at: scheduledTime,
  last_error: nested(error, absent(null)),
  attestation: nested(attestation, absent(null)),
  identity: nested(identity, absent(null)),
  // Some of them can be null.
  addresses: eachOf<Address | null, null>(addressForm, absent(null)),
  tried_document_ids: absent([]),
  remedied_errors: absent([]),
  reviewing: absent(false),
  review: nested(review, absent(null)),
  checks: eachOf(check, absent([])),
  held: nested(
    storedForm<NonNullable<Verification['held']>>({ by: required, until: required }),
    absent(null),
  ),
});

/** The members of a document that its index entry has, as its item has them. */
export const documentReferenceOf = reading(
  'resources',
  'document',
  storedForm<DocumentReference>({
    id: required,
    type: required,
    side: absent(null),
    status: required,
    person_id: absent(null),
  }),
);

/** The verification as stored. */
export const verificationOf = reading('resources', 'verification', verificationForm);
