import { type ErasuresOf, life } from '../../core/erasure.ts';
import type { CardToken } from './model.ts';

/** The erasure of each field of a card token when its customer is redacted. */
export const cardTokenErasures: ErasuresOf<CardToken> = {
  ...life,
  customer_id: 'kept',
  card_id: 'kept',
  issuer: 'kept',
  issuer_reference: 'kept',
  issuer_sync: 'kept',
  wallet: 'kept',
  device_type: 'kept',
  network: 'kept',
  last4: 'kept',
  status: 'kept',
  status_reason: 'kept',
  reported_status: 'kept',
  reported_at: 'kept',
};
