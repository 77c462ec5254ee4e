import assert from 'node:assert/strict';
import type { Write } from '../../functions/store/change.ts';
import { appendEvent, type NewEvent } from '../../functions/store/events/events.ts';

/** An event as its transaction writes it, which waits for its fan-out. */
export type Appended = Extract<Write, { kind: 'put' }>;

/** An event; what the test does not say is as plain as can be. */
export const anAppendedEvent = (
  over: Pick<NewEvent, 'id' | 'tenant_id' | 'created_at'> & Partial<NewEvent>,
  audience?: Parameters<typeof appendEvent>[1],
): Appended => {
  const write = appendEvent(
    {
      ...{ type: 'customer.created', environment: 'sandbox', data: {}, previous: null },
      ...{ customer_id: null, resource: { id: 'cus_1', object: 'customer' }, sequence: 1 },
      causation: { request_id: 'r', idempotency_key: null, actor: { type: 'api_key', id: 'key_1' } },
      ...over,
    },
    audience,
  );
  return write.kind === 'put' ? write : assert.fail();
};
