import { type ErasuresOf, life } from '../../core/erasure.ts';
import { authorizationErasures } from '../authorizations/erasure.ts';
import type { Transaction } from './model.ts';

/** The erasure of each field of a transaction when its customer is redacted. */
export const transactionErasures: ErasuresOf<Transaction> = {
  ...life,
  customer_id: 'kept',
  card_id: 'kept',
  authorization_id: 'kept',
  issuer: 'kept',
  issuer_reference: 'kept',
  kind: 'kept',
  amount: 'kept',
  currency: 'kept',
  merchant_amount: 'kept',
  merchant_currency: 'kept',
  network_date: 'kept',
  merchant: authorizationErasures.merchant,
};
