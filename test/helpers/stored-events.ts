import assert from 'node:assert/strict';
import type { Item } from '../../functions/core/dynamodb/client.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import { eventOf } from '../../functions/core/outbox/content-table.ts';
import { appendEvent, type NewEvent } from '../../functions/core/outbox/table.ts';

export const now = new Date('2026-11-20T15:04:05.123Z');
export const anEvent = (over: Partial<NewEvent> = {}): NewEvent => ({
  id: idsAt(now)('event'),
  type: 'customer.updated',
  created_at: now.toISOString(),
  environment: 'sandbox',
  tenant_id: 'biz_1',
  customer_id: 'cus_1',
  resource: { id: 'cus_1', object: 'customer' },
  sequence: 2,
  data: { a: 1 },
  previous: { a: 0 },
  causation: { request_id: 'r', idempotency_key: null, actor: { type: 'api_key', id: 'key_1' } },
  ...over,
});
export const itemOf = (event: NewEvent): Item => {
  const write = appendEvent(event);
  assert.ok(write.kind === 'put');
  return { ...write.item, pk: write.key.pk };
};
export const storedOf = (event: NewEvent) => eventOf(itemOf(event));
