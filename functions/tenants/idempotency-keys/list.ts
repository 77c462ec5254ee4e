import { expiryOf, pageOfCachedResponses } from '../../core/dynamodb/idempotency-records.ts';
import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { listIdempotencyKeys, toIdempotencyRecord } from './routes.ts';

export const handler = httpHandler(
  listIdempotencyKeys,
  { paged },
  async ({ caller, query, now, db, range, respondPage }) =>
    respondPage(
      await pageOfCachedResponses(db, caller.tenant_id, query.key, range(), now),
      (cached) =>
        toIdempotencyRecord({
          ...cached,
          expires_at: new Date(expiryOf(cached.created_at) * 1000),
        }),
    ),
);
