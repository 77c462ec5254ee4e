import { listIdempotencyKeys, showIdempotencyRecord } from '../../contract/idempotency-keys.ts';
import { listing } from '../../http/listing.ts';
import { expiryOf, pageOfReplays } from '../../store/replays.ts';

export const handler = listing(listIdempotencyKeys, async ({ caller, query, now, db, range, answerPage }) =>
  answerPage(await pageOfReplays(db, caller.tenant_id, query.key, range(), now), (replay) =>
    showIdempotencyRecord({ ...replay, expires_at: new Date(expiryOf(replay.created_at) * 1000) }),
  ),
);
