import { type ErasuresOf, life } from '../../core/erasure.ts';
import type { Screening } from './model.ts';

/** The erasure of each field of a screening when its customer is redacted. */
export const screeningErasures: ErasuresOf<Screening> = {
  ...life,
  customer_id: 'kept',
  subject_id: 'kept',
  status: 'kept',
  list_version: 'kept',
  screened_at: 'kept',
  status_reason: 'null',
  matches: 'empty',
  decisions: 'empty',
  not_comparable: 'null',
};
