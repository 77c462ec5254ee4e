import { durationsFrom } from '../durations.ts';
import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';
import { toWebhookResource, webhook } from './changes.ts';
import { webhookSecretCipher } from './encryption.ts';
import { changeWebhook } from './model.ts';
import { rotateWebhookSecret } from './routes.ts';
import { nextSecretVersion, rotateSecrets, signatureKind } from './secrets.ts';
import { readWebhook } from './table.ts';

const makeSecret = webhookSecretCipher();
const durations = durationsFrom(process.env);

export const handler = httpHandler(
  rotateWebhookSecret,
  {
    idempotent,
    refresh: async ({ caller, db, now }, id) => toWebhookResource(await readWebhook(db, caller.tenant_id, id), now),
  },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const read = await readWebhook(db, caller.tenant_id, params.webhook_id);
    ifMatch(read.webhook);
    const { id, secrets: before } = read.webhook;
    const { secret, ...key } = await makeSecret(caller.tenant_id, id, body.signature ?? signatureKind(before));
    const next = { version: nextSecretVersion(before), created_at: now.toISOString(), expires_at: null, ...key };
    const secrets = rotateSecrets(before, next, body.grace_seconds, { now, durations });
    const rotated = webhook(changeWebhook(read.webhook, { secrets }, now), read.health, now);
    return commit({ changes: [rotated], conditions: [] }, { ...rotated.resource, ...(secret && { secret }) });
  },
);
