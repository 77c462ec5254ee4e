import * as z from 'zod/mini';
import type { Requirements as OpenRequirements } from '../../domain/requirement.ts';
import { type VerificationErrorCode, verificationErrorCodes } from '../../domain/verifications/errors.ts';
import type { VerificationAction } from '../../domain/verifications/life.ts';
import { verificationActions } from '../../domain/verifications/outcome.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import { CustomerId, VerificationLevelSchema } from '../customers/customer.ts';
import { DocumentId } from '../documents/document.ts';
import { Timestamp } from '../fields.ts';
import { ShownRequirements } from '../requirement.ts';
import { idOf, resourceFields, statusFields, withDescription } from '../resource.ts';

/** Every status of a verification. */
export const verificationStatuses = ['requires_input', 'processing', 'verified', 'rejected', 'canceled'] as const;
const actions = ['submit', 'cancel'] as const satisfies readonly VerificationAction[];

/** The id of a verification. */
export const VerificationId = idOf('verification');
export const VerificationErrorCodeSchema = z
  .enum(verificationErrorCodes as readonly [VerificationErrorCode, ...VerificationErrorCode[]])
  .check(z.meta({ id: 'VerificationErrorCode', description: 'Why a verification did not succeed, for programs.' }));

/** The documents that a verification rests on; none counts that is not named here. */
export const DocumentIds = z
  .array(DocumentId)
  .check(z.maxLength(20), z.meta({ description: 'The documents it rests on; accepted ones count.' }));

const VerificationError = z
  .object({
    code: VerificationErrorCodeSchema,
    message: z.string().check(z.meta({ description: 'Fit to show the customer.' })),
    retryable: z.boolean().check(z.meta({ description: 'Whether better input can still lead to `verified`.' })),
  })
  .check(z.meta({ id: 'VerificationError', description: 'Why it did not succeed.' }));

/** A verification as the world sees it. */
export const ShownVerification = z
  .object({
    ...resourceFields('verification', 'verification'),
    ...statusFields('Verification', verificationStatuses, actions),
    customer_id: CustomerId,
    level: VerificationLevelSchema,
    document_ids: DocumentIds,
    requirements: ShownRequirements,
    last_error: withDescription(z.nullable(VerificationError), 'Why the last decision was not `verified`.'),
    submitted_at: withDescription(z.nullable(Timestamp), 'When it was last submitted.'),
    decided_at: withDescription(z.nullable(Timestamp), 'When it was last decided.'),
  })
  .check(z.meta({ id: 'Verification', description: 'One attempt to prove who a customer is.' }));
export type ShownVerification = z.infer<typeof ShownVerification>;

/** The one projection from a stored verification and what it still needs. */
export const showVerification = (verification: Verification, requirements: OpenRequirements): ShownVerification => ({
  id: verification.id,
  object: 'verification',
  created_at: verification.created_at,
  updated_at: verification.updated_at,
  version: verification.version,
  status: verification.status,
  status_reason: verification.last_error?.code ?? null,
  allowed_actions: verificationActions(verification, requirements),
  customer_id: verification.customer_id,
  level: verification.level,
  document_ids: [...verification.document_ids],
  requirements: structuredClone(requirements) as ShownVerification['requirements'],
  last_error: verification.last_error && { ...verification.last_error },
  submitted_at: verification.submitted_at,
  decided_at: verification.decided_at,
});
