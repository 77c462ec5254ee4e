import { listIdempotencyKeys, showIdempotencyRecord } from '../../contract/idempotency-keys.ts';
import { endpoint } from '../../http/endpoint.ts';
import { expiryOf, pageOfReplays } from '../../store/replays.ts';

export const handler = endpoint(listIdempotencyKeys, async ({ caller, query, now, db, wanted, answerPage }) =>
  answerPage(await pageOfReplays(db, caller.tenant_id, query.key, wanted(), now), (replay) =>
    showIdempotencyRecord({ ...replay, expires_at: new Date(expiryOf(replay.created_at) * 1000) }),
  ),
);
