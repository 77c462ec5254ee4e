import { type ErasuresOf, life } from '../../core/erasure.ts';
import type { Document } from './model.ts';

/** The erasure of each field of a document when its customer is redacted. */
export const documentErasures: ErasuresOf<Document> = {
  ...life,
  customer_id: 'kept',
  person_id: 'kept',
  type: 'kept',
  side: 'kept',
  content_type: 'kept',
  size_bytes: 'kept',
  status: 'kept',
  status_reason: 'kept',
  scheduled_at: 'kept',
  file_name: 'null',
  inspected: 'null',
  expires_on: 'null',
  expiring_for: 'null',
};
