import * as z from 'zod/mini';
import { codesLeadingTo, type VerificationErrorCode } from '../../domain/verifications/errors.ts';
import { VerificationLevelSchema } from '../customers/customer.ts';
import { clearable } from '../fields.ts';
import { issueOf } from '../issues.ts';
import { text } from '../text.ts';
import { DocumentIds, VerificationErrorCodeSchema } from './verification.ts';

/** What begins a verification. */
export const VerificationCreate = z
  .strictObject({ level: VerificationLevelSchema, ...clearable({ document_ids: DocumentIds }) })
  .check(
    z.meta({ id: 'VerificationCreate', description: 'What begins a verification.', examples: [{ level: 'standard' }] }),
  );

/** What changes a verification. */
export const VerificationPatch = z.strictObject(clearable({ document_ids: DocumentIds })).check(
  z.meta({
    id: 'VerificationPatch',
    description: 'The list replaces the one before.',
    examples: [{ document_ids: ['doc_01jd5fq7k9e8xv3m2n4p6r8t0w'] }],
  }),
);

const InternalNote = text(1_000, { description: 'For colleagues: no answer, event or log line ever holds it.' });

const ofKind = (outcome: 'rejected' | 'requires_input') =>
  z.enum(codesLeadingTo(outcome) as [VerificationErrorCode, ...VerificationErrorCode[]]);

/** Why a reviewer rejects. */
export const Rejection = z.strictObject({ code: ofKind('rejected'), internal_note: z.optional(InternalNote) });

/** Why a reviewer wants better input. */
export const InputRequest = z.strictObject({
  code: ofKind('requires_input'),
  internal_note: z.optional(InternalNote),
});

/** What decides a verification in a simulation. */
export const VerificationSimulation = z
  .strictObject({
    outcome: z
      .enum(['verified', 'rejected', 'requires_input'])
      .check(z.meta({ id: 'VerificationOutcome', description: 'How a verification is decided.' })),
    code: z.optional(VerificationErrorCodeSchema),
  })
  .check(
    z.check((payload) => {
      const { outcome, code } = payload.value;
      if (outcome === 'verified') {
        if (code !== undefined)
          payload.issues.push(issueOf('invalid_value', code, 'What is verified has no code.', ['code']));
        return;
      }
      const fitting: readonly string[] = codesLeadingTo(outcome);
      if (code === undefined) payload.issues.push(issueOf('required', code, `Say why it is ${outcome}.`, ['code']));
      else if (!fitting.includes(code))
        payload.issues.push(issueOf('invalid_value', code, `Must be one of ${fitting.join(', ')}.`, ['code']));
    }),
    z.meta({
      id: 'VerificationSimulation',
      description: '`code` says why, where the outcome is not `verified`, and must be one that leads there.',
      examples: [{ outcome: 'requires_input', code: 'document_unreadable' }],
    }),
  );
