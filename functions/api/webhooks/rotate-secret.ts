import { rotateWebhookSecret } from '../../contract/webhooks/routes.ts';
import { showWebhook } from '../../contract/webhooks/webhook.ts';
import { nextSecretVersion, rotateSecrets } from '../../domain/webhooks/secrets.ts';
import { changeWebhook } from '../../domain/webhooks/webhook.ts';
import { posting } from '../../http/posting.ts';
import { webhookSecretSealer } from '../../ports/sealer/webhook-secret-sealer.ts';
import { systemClock } from '../../runtime/clock.ts';
import { readWebhook } from '../../store/webhooks/webhooks.ts';
import { webhook } from '../../unit-of-work/webhooks.ts';

const makeSecret = webhookSecretSealer();
const { waitDivisor } = systemClock();

export const handler = posting(
  rotateWebhookSecret,
  async ({ caller, params, body, now, db, commit }) => {
    const read = await readWebhook(db, caller.tenant_id, params.webhook_id);
    const { secret, sealed } = await makeSecret(caller.tenant_id, read.webhook.id);
    const version = nextSecretVersion(read.webhook.secrets);
    const next = { version, created_at: now.toISOString(), expires_at: null, sealed };
    const secrets = rotateSecrets(read.webhook.secrets, next, body.grace_seconds, { now, waitDivisor });
    const rotated = webhook(changeWebhook(read.webhook, { secrets }, now), read.health, now);
    return commit({ changes: [rotated], facts: [] }, { ...rotated.shown, secret });
  },
  async ({ caller, db, now }, id) => showWebhook(await readWebhook(db, caller.tenant_id, id), now),
);
