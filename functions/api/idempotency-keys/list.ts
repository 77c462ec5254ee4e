import { listIdempotencyKeys, showIdempotencyRecord } from '../../contract/idempotency-keys.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { expiryOf, pageOfReplays } from '../../store/replays.ts';

export const handler = httpHandler(
  listIdempotencyKeys,
  { paged },
  async ({ caller, query, now, db, range, respondPage }) =>
    respondPage(await pageOfReplays(db, caller.tenant_id, query.key, range(), now), (replay) =>
      showIdempotencyRecord({ ...replay, expires_at: new Date(expiryOf(replay.created_at) * 1000) }),
    ),
);
