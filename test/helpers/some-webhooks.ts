import type { Delivery } from '../../functions/domain/deliveries/delivery.ts';
import type { Webhook } from '../../functions/domain/webhooks/webhook.ts';
import { made } from './some-cards.ts';

/** A stored webhook, enabled; what the test does not say is as plain as can be. */
export const aStoredWebhook = (over: Partial<Webhook> = {}): Webhook => ({
  id: 'whk_01jd5fq7k9e8xv3m2n4p6r8t0w',
  tenant_id: 'biz_01jd5fq7k9e8xv3m2n4p6r8t0a',
  url: 'https://example.com/webhooks',
  description: null,
  event_types: ['*'],
  headers: {},
  metadata: {},
  status: 'enabled',
  status_reason: null,
  disabled_reason: null,
  disabled_at: null,
  secrets: [{ version: 1, created_at: made, expires_at: null, sealed: 'c2VhbGVk' }],
  slot: '01',
  created_at: made,
  updated_at: made,
  version: 1,
  ...over,
});

/** A stored delivery that nothing was tried of. */
export const aStoredDelivery = (over: Partial<Delivery> = {}): Delivery => ({
  id: 'dlv_01jd5fq7k9e8xv3m2n4p6r8t0w',
  tenant_id: 'biz_01jd5fq7k9e8xv3m2n4p6r8t0a',
  event_id: 'evt_01jd5fq7k9e8xv3m2n4p6r8t0w',
  event_type: 'customer.created',
  webhook_id: 'whk_01jd5fq7k9e8xv3m2n4p6r8t0w',
  url: 'https://example.com/webhooks',
  status: 'pending',
  attempts_made: 0,
  schedule_step: 0,
  next_attempt_at: made,
  manual_due_at: null,
  due_at: made,
  lease: null,
  completed_at: null,
  last_attempt: null,
  first_trigger: 'automatic',
  created_at: made,
  updated_at: made,
  version: 1,
  ...over,
});
