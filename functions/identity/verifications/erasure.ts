import { type ErasuresOf, life } from '../../core/erasure.ts';
import type { Verification } from './model.ts';

/** The erasure of each field of a verification, and of what events show of one, when its customer is redacted. */
export const verificationErasures: ErasuresOf<
  Verification & { readonly status_reason: string; readonly country: string }
> = {
  ...life,
  customer_id: 'kept',
  level: 'kept',
  document_ids: 'kept',
  status: 'kept',
  status_reason: 'kept',
  assignee_id: 'kept',
  country: 'null',
  last_error: 'kept',
  submitted_at: 'kept',
  decided_at: 'kept',
  tried_document_ids: 'kept',
  remedied_errors: 'kept',
  reviewing: 'kept',
  scheduled_at: 'kept',
  identity: 'null',
  addresses: 'null',
  attestation: {
    provider: 'kept',
    verified_at: 'kept',
    evidence: 'kept',
    attested_by: 'kept',
    reference: 'null',
  },
  checks: 'empty',
  held: 'kept',
  revision: 'kept',
  review: { operator_id: 'kept', at: 'kept', code: 'kept', internal_note: 'null' },
};
