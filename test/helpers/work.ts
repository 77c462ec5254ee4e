import type { Stores } from '../../functions/core/dynamodb/stores.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import type { Work } from '../../functions/core/outbox/unit-of-work.ts';

/** The inputs that a worker's steps share, at a moment, with so much time left. */
export const workAt = (now: Date, stores: Stores, left_ms = 60_000): Work => ({
  ...stores,
  deadline: { now, deadline: Date.now() + left_ms },
  cause: {
    request_id: 'request-1',
    idempotency_key: null,
    environment: 'sandbox',
    actor: { type: 'system', id: 'test' },
    now,
    newId: idsAt(now),
  },
});
