import { type ErasuresOf, life } from '../../core/erasure.ts';
import type { Activation } from './model.ts';

/** The erasure of each field of a feature when its customer is redacted. */
export const featureErasures: ErasuresOf<Activation> = {
  ...life,
  customer_id: 'kept',
  feature: 'kept',
  status: 'kept',
  activated_at: 'kept',
  status_reason: 'null',
};
