import { rotateWebhookSecret } from '../../contract/webhooks/routes.ts';
import { showWebhook } from '../../contract/webhooks/webhook.ts';
import { nextSecretVersion, rotateSecrets, signatureKind } from '../../domain/webhooks/secrets.ts';
import { changeWebhook } from '../../domain/webhooks/webhook.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { webhookSecretSealer } from '../../ports/sealer/webhook-secret-sealer.ts';
import { systemClock } from '../../runtime/clock.ts';
import { readWebhook } from '../../store/webhooks/webhooks.ts';
import { webhook } from '../../unit-of-work/webhooks.ts';

const makeSecret = webhookSecretSealer();
const { waitDivisor } = systemClock();

export const handler = httpHandler(
  rotateWebhookSecret,
  {
    idempotent,
    refresh: async ({ caller, db, now }, id) => showWebhook(await readWebhook(db, caller.tenant_id, id), now),
  },
  async ({ caller, params, body, now, db, commit }) => {
    const read = await readWebhook(db, caller.tenant_id, params.webhook_id);
    const { id, secrets: before } = read.webhook;
    const { secret, ...key } = await makeSecret(caller.tenant_id, id, body.signature ?? signatureKind(before));
    const next = { version: nextSecretVersion(before), created_at: now.toISOString(), expires_at: null, ...key };
    const secrets = rotateSecrets(before, next, body.grace_seconds, { now, waitDivisor });
    const rotated = webhook(changeWebhook(read.webhook, { secrets }, now), read.health, now);
    return commit({ changes: [rotated], facts: [] }, { ...rotated.shown, ...(secret && { secret }) });
  },
);
