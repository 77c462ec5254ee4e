import { rotateWebhookSecret } from '../../contract/webhooks/routes.ts';
import { showWebhook } from '../../contract/webhooks/webhook.ts';
import { nextSecretVersion, rotateSecrets } from '../../domain/webhooks/secrets.ts';
import { changeWebhook } from '../../domain/webhooks/webhook.ts';
import { endpoint } from '../../http/endpoint.ts';
import { webhookSecretSealer } from '../../ports/sealer/webhook-secret-sealer.ts';
import { readWebhook, saveWebhook } from '../../store/webhooks/webhooks.ts';

const makeSecret = webhookSecretSealer();
const waitDivisor = Number(process.env.WAIT_DIVISOR);

export const handler = endpoint(
  rotateWebhookSecret,
  async ({ caller, params, body, now, db, commit }) => {
    const { webhook, health } = await readWebhook(db, caller.tenant_id, params.webhook_id);
    const { secret, sealed } = await makeSecret(caller.tenant_id, webhook.id);
    const version = nextSecretVersion(webhook.secrets);
    const next = { version, created_at: now.toISOString(), expires_at: null, sealed };
    const secrets = rotateSecrets(webhook.secrets, next, body.grace_seconds, { now, waitDivisor });
    const rotated = changeWebhook(webhook, { secrets }, now);
    const shown = { ...showWebhook(rotated, health, now), secret };
    return commit(shown, { writes: saveWebhook(rotated, webhook), facts: [], events: [] });
  },
  async ({ caller, db, now }, id) => {
    const { webhook, health } = await readWebhook(db, caller.tenant_id, id);
    return showWebhook(webhook, health, now);
  },
);
