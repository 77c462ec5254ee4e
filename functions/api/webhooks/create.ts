import { checkWebhookUrl } from '../../contract/webhooks/checks.ts';
import { createWebhook } from '../../contract/webhooks/routes.ts';
import { showWebhook } from '../../contract/webhooks/webhook.ts';
import { mergedHeaders } from '../../domain/webhooks/custom-headers.ts';
import { newWebhook, webhookInput } from '../../domain/webhooks/webhook.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { customHeadersSealer } from '../../ports/sealer/custom-headers-sealer.ts';
import { webhookSecretSealer } from '../../ports/sealer/webhook-secret-sealer.ts';
import { webhookTargets } from '../../ports/webhook-sender/webhook-targets.ts';
import { noHealth } from '../../store/webhooks/health.ts';
import { freeSlot, readWebhook } from '../../store/webhooks/webhooks.ts';
import { webhook } from '../../unit-of-work/webhooks.ts';

const makeSecret = webhookSecretSealer();
const sealHeaders = customHeadersSealer();

export const handler = httpHandler(
  createWebhook,
  {
    idempotent,
    refresh: async ({ caller, db, now }, id) => showWebhook(await readWebhook(db, caller.tenant_id, id), now),
  },
  async ({ caller, body, now, newId, db, commit }) => {
    checkWebhookUrl(body.url, webhookTargets());
    const id = newId('webhook');
    const slot = await freeSlot(db, caller.tenant_id);
    const owner = { tenant: caller.tenant_id, resource: id };
    const [{ secret, ...key }, headers] = await Promise.all([
      makeSecret(caller.tenant_id, id, body.signature ?? 'hmac'),
      sealHeaders(body.headers ?? {}, owner),
    ]);
    const input = webhookInput({ ...body, headers: mergedHeaders({}, headers) });
    const making = { id, tenant_id: caller.tenant_id, slot, key, now };
    const created = webhook(newWebhook(input, making), noHealth, now);
    return commit({ changes: [created], facts: [] }, { ...created.shown, ...(secret && { secret }) });
  },
);
