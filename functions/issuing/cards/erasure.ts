import { type ErasuresOf, life } from '../../core/erasure.ts';
import type { Card } from './model.ts';
import type { CardOrder } from './order.ts';

/** The erasure of each field of a card when its customer is redacted. */
export const cardErasures: ErasuresOf<Card> = {
  ...life,
  ...{
    customer_id: 'kept',
    type: 'kept',
    issuer: 'kept',
    issuer_reference: 'kept',
    brand: 'kept',
    bin: 'kept',
  },
  ...{
    last4: 'kept',
    exp_month: 'kept',
    exp_year: 'kept',
    currency: 'kept',
    spending_controls: 'kept',
  },
  ...{
    state: 'kept',
    blocks: 'kept',
    replacement_for: 'kept',
    replaced_by: 'kept',
    replacement_reason: 'kept',
  },
  ...{
    supersedes: 'kept',
    issuer_sync: 'kept',
    counted_with: 'kept',
    cancel_after: 'kept',
    fraud_warned_at: 'kept',
  },
  ...{ renews_at: 'kept', advanced_to: 'kept', renewal_skipped: 'kept' },
  ...{ pin_status: 'kept', pin_as_of: 'kept', pin_request_hash: 'kept', wrong_pins: 'kept' },
  ...{ cardholder_name: 'null', nickname: 'null', metadata: 'empty', status_reason: 'null' },
  shipping: {
    ...{ recipient: 'null', address: 'null', tracking_number: 'null', tracking_url: 'null' },
    ...{
      method: 'kept',
      status: 'kept',
      carrier: 'kept',
      estimated_delivery: 'kept',
      history: 'kept',
    },
  },
};

/** The erasure of each field of the order of a card when its customer is redacted. */
export const orderErasures: ErasuresOf<CardOrder> = {
  ...{
    tenant_id: 'kept',
    customer_id: 'kept',
    operation: 'kept',
    path_ids: 'kept',
    idempotency_key: 'kept',
  },
  ...{
    request_hash: 'kept',
    card_id: 'kept',
    ordered_at: 'kept',
    scheduled_at: 'kept',
    state: 'kept',
  },
  ...{ cardholder_name: 'null', destination: 'null' },
};
