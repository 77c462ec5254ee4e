import type { ErasuresOf } from '../../core/erasure.ts';
import type { Agreement } from './model.ts';

/** The erasure of each field of an agreement when its customer is redacted. */
export const agreementErasures: ErasuresOf<Agreement> = {
  id: 'kept',
  tenant_id: 'kept',
  customer_id: 'kept',
  document: 'kept',
  version: 'kept',
  accepted_at: 'kept',
  created_at: 'kept',
  ip: 'null',
  user_agent: 'null',
};
