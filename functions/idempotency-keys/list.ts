import { expiryOf, pageOfReplays } from '../dynamodb/idempotency-records.ts';
import { paged } from '../http/cursor.ts';
import { httpHandler } from '../http/handler.ts';
import { listIdempotencyKeys, toIdempotencyRecord } from './routes.ts';

export const handler = httpHandler(
  listIdempotencyKeys,
  { paged },
  async ({ caller, query, now, db, range, respondPage }) =>
    respondPage(await pageOfReplays(db, caller.tenant_id, query.key, range(), now), (replay) =>
      toIdempotencyRecord({ ...replay, expires_at: new Date(expiryOf(replay.created_at) * 1000) }),
    ),
);
