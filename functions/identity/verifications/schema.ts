import * as z from 'zod/mini';
import { clearable, conditional, Timestamp } from '../../core/fields.ts';
import { RequirementList } from '../../core/requirement-schema.ts';
import { idOf, resourceFields, statusFields, withDescription } from '../../core/resource.ts';
import { identifier, nameOf, stored, text } from '../../core/text-fields.ts';
import { issueOf } from '../../core/validation.ts';
import { CountryCode } from '../customers/address-schema.ts';
import { CustomerId, VerificationLevelSchema } from '../customers/schema.ts';
import { DocumentId, ExpiryDate } from '../documents/schema.ts';
import { dated_documents_max } from './checks.ts';
import { codesLeadingTo, type VerificationErrorCode, verificationErrorCodes } from './errors.ts';
import { evidenceTypes, verificationActionNames, verificationStatuses } from './states.ts';

/** The id of a verification. */
export const VerificationId = idOf('verification');
export const VerificationErrorCodeSchema = z
  .enum(verificationErrorCodes as readonly [VerificationErrorCode, ...VerificationErrorCode[]])
  .check(
    z.meta({
      id: 'VerificationErrorCode',
      description: 'Why a verification did not succeed, for programs.',
    }),
  );

/** The documents that a verification rests on; none counts that is not named here. */
export const DocumentIds = z
  .array(DocumentId)
  .check(z.maxLength(100), z.meta({ description: 'Its documents; only accepted ones count.' }));

const VerificationError = z
  .object({
    code: VerificationErrorCodeSchema,
    message: z.string().check(z.meta({ description: 'A text that you can show to the customer.' })),
    retryable: z
      .boolean()
      .check(z.meta({ description: 'Whether better input can still lead to `verified`.' })),
  })
  .check(z.meta({ id: 'VerificationError', description: 'Why it did not succeed.' }));

const attestationFields = {
  provider: nameOf(100, {
    description: 'The provider that verified the identity.',
    example: 'Example Identity Ltd',
  }),
  reference: identifier(200, {
    description: 'The id of the verification at the provider.',
    example: 'chk_8841',
  }),
  evidence: z
    .array(
      z.enum(evidenceTypes).check(
        z.meta({
          id: 'AttestationEvidence',
          description: 'Evidence for a verification made elsewhere.',
        }),
      ),
    )
    .check(
      z.minLength(1),
      z.maxLength(evidenceTypes.length),
      z.meta({ description: 'The evidence of the verification.' }),
    ),
};

/** The body that attests a verification that was made elsewhere. */
export const VerificationAttestation = z
  .strictObject({
    level: VerificationLevelSchema,
    ...attestationFields,
    verified_at: z.iso.datetime({ offset: true }).check(
      z.meta({
        description:
          'When the provider verified it, RFC 3339: not in the future, and at most 365 days ago.',
        examples: ['2026-11-18T09:30:00Z'],
      }),
    ),
  })
  .check(
    z.meta({
      id: 'VerificationAttestation',
      description: 'A verification that was made elsewhere.',
    }),
  );
export type VerificationAttestation = z.infer<typeof VerificationAttestation>;

const Attestation = z
  .object({
    ...attestationFields,
    provider: stored(attestationFields.provider),
    reference: withDescription(
      z.nullable(stored(attestationFields.reference)),
      'The id of the verification at the provider; null once it is redacted.',
    ),
    verified_at: withDescription(Timestamp, 'When the provider verified it.'),
    attested_by: z
      .string()
      .check(z.meta({ description: 'The id of the API key that attested it.' })),
  })
  .check(
    z.meta({
      id: 'Attestation',
      description: 'A verification made elsewhere, and the key that attests it.',
    }),
  );

/** A verification. */
export const VerificationResource = z
  .object({
    ...resourceFields('verification', 'verification'),
    ...statusFields('Verification', verificationStatuses, verificationActionNames),
    customer_id: CustomerId,
    level: VerificationLevelSchema,
    document_ids: DocumentIds,
    requirements: RequirementList,
    last_error: withDescription(
      z.nullable(VerificationError),
      'Why the last decision was not `verified`.',
    ),
    attestation: withDescription(
      z.nullable(Attestation),
      'Set if it was verified elsewhere; null if it was decided here.',
    ),
    assignee_id: withDescription(
      z.nullable(z.string()),
      'The operator who took it to decide over it. Null while nobody has, and once it needs no decision.',
    ),
    country: withDescription(
      z.nullable(CountryCode),
      'The country of the customer’s address as it was last submitted. Null before that, and once it is redacted.',
    ),
    submitted_at: withDescription(z.nullable(Timestamp), 'When it was last submitted.'),
    decided_at: withDescription(z.nullable(Timestamp), 'When it was last decided.'),
  })
  .check(z.meta({ id: 'Verification', description: 'One check of a customer’s identity.' }));
export type VerificationResource = z.infer<typeof VerificationResource>;

/** The body that creates a verification. */
export const VerificationCreate = z
  .strictObject({ level: VerificationLevelSchema, ...clearable({ document_ids: DocumentIds }) })
  .check(
    z.meta({
      id: 'VerificationCreate',
      description: 'The input to create a verification.',
      examples: [{ level: 'standard' }],
    }),
  );
export type VerificationCreate = z.infer<typeof VerificationCreate>;

/** The body that changes a verification. */
export const VerificationPatch = z.strictObject(clearable({ document_ids: DocumentIds })).check(
  z.meta({
    id: 'VerificationPatch',
    description: 'The list replaces the earlier one.',
    examples: [{ document_ids: ['doc_01jd5fq7k9e8xv3m2n4p6r8t0w'] }],
  }),
);

const EvidenceField = z.object({
  field: z.string().check(z.meta({ description: 'The compared field.', examples: ['last_name'] })),
  profile: z.nullable(z.string()).check(z.meta({ description: 'The submitted value.' })),
  document: z.nullable(z.string()).check(z.meta({ description: 'The value on the document.' })),
  agrees: z.nullable(z.boolean()).check(z.meta({ description: 'Null if that is not known.' })),
});

const EvidenceResource = z.object({
  fields: z.array(EvidenceField),
  similarity: z
    .nullable(z.number())
    .check(z.meta({ description: 'How alike the faces are, 0 to 100.' })),
  reasons: z.array(z.string()).check(z.meta({ description: 'Why an operator decides.' })),
});

const ReadLatinName = z
  .object({
    first_name: z
      .nullable(z.string())
      .check(z.meta({ description: 'The given names; null if the zone has none.' })),
    last_name: z.string(),
    may_be_cut_off: z.boolean().check(
      z.meta({
        description:
          'The names fill the zone (39 characters of a passport, 30 of a card), so some may be missing.',
      }),
    ),
  })
  .check(
    z.meta({
      id: 'ReadLatinName',
      description:
        'The name in the machine-readable zone, of somebody who has no `latin_name` and whose name cannot be ' +
        'compared with lists. It is a proposal: send it as `latin_name` once you have checked it.',
    }),
  );

/** The findings of providers about the subjects of a verification, for the person who decides. */
export const VerificationEvidence = z
  .object({
    checks: z.array(
      z.object({
        subject_id: z
          .string()
          .check(z.meta({ description: 'The customer, or a person of a business.' })),
        provider: z.string(),
        reference: z
          .nullable(z.string())
          .check(z.meta({ description: 'The id of the check at the provider.' })),
        evidence: z.nullable(EvidenceResource),
        latin_name: z.nullable(ReadLatinName),
      }),
    ),
  })
  .check(z.meta({ id: 'VerificationEvidence' }));

const InternalNote = text(1_000, {
  description: 'For colleagues: no answer, event or log line ever holds it.',
});

const ofKind = (outcome: 'rejected' | 'requires_input') =>
  z.enum(codesLeadingTo(outcome) as [VerificationErrorCode, ...VerificationErrorCode[]]);

/** The members of a reviewer's approval: the dates that the documents show. */
export const Approval = z.strictObject({
  documents: z.optional(
    z
      .array(z.strictObject({ document_id: DocumentId, expires_on: ExpiryDate }))
      .check(z.maxLength(dated_documents_max)),
  ),
});

/** Why a reviewer rejects. */
export const Rejection = z.strictObject({
  code: ofKind('rejected'),
  internal_note: z.optional(InternalNote),
});

/** Why a reviewer wants better input. */
export const InputRequest = z.strictObject({
  code: ofKind('requires_input'),
  internal_note: z.optional(InternalNote),
});

/** The person who is to decide over a verification. */
export const Assignment = z
  .strictObject({
    assignee_id: withDescription(
      z.nullable(idOf('operator', 'person')),
      'Your own id: nobody assigns to others. Null: nobody.',
    ),
  })
  .check(z.meta({ id: 'VerificationAssignment', examples: [{ assignee_id: null }] }));

const printedCodes = (outcome: 'rejected' | 'requires_input') => ({
  required: ['code'],
  properties: { code: { enum: codesLeadingTo(outcome) } },
});

/** The body that decides a verification in a simulation. */
export const VerificationSimulation = z
  .strictObject({
    outcome: z.enum(['verified', 'rejected', 'requires_input']).check(
      z.meta({
        id: 'VerificationOutcome',
        description: 'The simulated decision on a verification.',
      }),
    ),
    ...clearable({ code: VerificationErrorCodeSchema }),
  })
  .check(
    z.check((payload) => {
      const { outcome, code } = payload.value;
      if (outcome === 'verified') {
        if (code)
          payload.issues.push(
            issueOf('invalid_value', code, 'What is verified has no code.', ['code']),
          );
        return;
      }
      const fitting: readonly string[] = codesLeadingTo(outcome);
      if (!code)
        payload.issues.push(issueOf('required', code, `Say why it is ${outcome}.`, ['code']));
      else if (!fitting.includes(code))
        payload.issues.push(
          issueOf('invalid_value', code, `Must be one of ${fitting.join(', ')}.`, ['code']),
        );
    }),
    z.meta({
      id: 'VerificationSimulation',
      ...conditional(
        { outcome: { enum: ['verified'] } },
        { properties: { code: { enum: [null] } } },
        conditional(
          { outcome: { enum: ['rejected'] } },
          printedCodes('rejected'),
          printedCodes('requires_input'),
        ),
      ),
      description:
        '`code` is the reason, if the outcome is not `verified`. It must be a code of that outcome.',
      examples: [{ outcome: 'requires_input', code: 'document_unreadable' }],
    }),
  );
