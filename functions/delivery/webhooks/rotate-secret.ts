import { durationsFrom } from '../../core/durations.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { toWebhookResource, webhook } from './changes.ts';
import { rotatedSecrets } from './encryption.ts';
import { changeWebhook } from './model.ts';
import { rotateWebhookSecret } from './routes.ts';
import { readWebhook } from './table.ts';

const durations = durationsFrom(process.env);
const rotate = rotatedSecrets();

export const handler = httpHandler(
  rotateWebhookSecret,
  {
    idempotent,
    refresh: async ({ caller, db, now }, id) =>
      toWebhookResource(await readWebhook(db, caller.tenant_id, id), now),
  },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const read = await readWebhook(db, caller.tenant_id, params.webhook_id);
    ifMatch(read.webhook);
    const { secret, secrets } = await rotate(read.webhook, body, { now, durations });
    const rotated = webhook(changeWebhook(read.webhook, { secrets }, now), read.health, now);
    return commit(
      { changes: [rotated], conditions: [] },
      { ...rotated.resource, ...(secret && { secret }) },
    );
  },
);
