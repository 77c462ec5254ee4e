import { type ErasuresOf, life } from '../../core/erasure.ts';
import type { Authorization } from './model.ts';

/** The erasure of each field of an authorization when its customer is redacted. */
export const authorizationErasures: ErasuresOf<Authorization> = {
  ...life,
  ...{
    customer_id: 'kept',
    card_id: 'kept',
    issuer: 'kept',
    issuer_reference: 'kept',
    amount: 'kept',
  },
  ...{
    currency: 'kept',
    captured_amount: 'kept',
    approved: 'kept',
    decline_reason: 'kept',
    status: 'kept',
  },
  ...{ refunded_amount: 'kept', transactions: 'kept' },
  ...{
    declined_increment: 'kept',
    history: 'kept',
    amount_as_of: 'kept',
    approvals: 'kept',
    counted_with: 'kept',
    windows: 'kept',
  },
  merchant: { name: 'null', network_id: 'null', category: 'kept', country: 'kept' },
  ...{ merchant_currency: 'kept', card_presence: 'kept' },
  ...{
    requested_amount: 'kept',
    is_amount_controllable: 'kept',
    decided_by: 'kept',
    decision_ms: 'kept',
  },
  business_response: { decision: 'kept', amount: 'kept', response_ms: 'kept', reason: 'null' },
  ...{ fallback_reason: 'kept', metadata: 'empty' },
};
