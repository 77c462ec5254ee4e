import { checkMergedWebhook, checkWebhookUrl } from '../../contract/webhooks/checks.ts';
import { updateWebhook } from '../../contract/webhooks/routes.ts';
import { showWebhook } from '../../contract/webhooks/webhook.ts';
import { changeWebhook, patchedWebhook } from '../../domain/webhooks/webhook.ts';
import { transactional } from '../../http/commit.ts';
import { httpHandler } from '../../http/handler.ts';
import { customHeadersSealer } from '../../ports/sealer/custom-headers-sealer.ts';
import { webhookTargets } from '../../ports/webhook-sender/webhook-targets.ts';
import { readWebhook } from '../../store/webhooks/webhooks.ts';
import { webhook } from '../../unit-of-work/webhooks.ts';

const sealHeaders = customHeadersSealer();

export const handler = httpHandler(
  updateWebhook,
  { transactional },
  async ({ caller, params, body, now, db, ifMatch, respond, commit }) => {
    if (body.url !== undefined) checkWebhookUrl(body.url, webhookTargets());
    const read = await readWebhook(db, caller.tenant_id, params.webhook_id);
    ifMatch(read.webhook);
    const owner = { tenant: caller.tenant_id, resource: read.webhook.id };
    const headers = body.headers && (await sealHeaders(body.headers, owner, read.webhook.headers));
    const patched = patchedWebhook(read.webhook, body, headers);
    if (!patched) return respond(showWebhook(read, now));
    const changed = changeWebhook(read.webhook, checkMergedWebhook(patched), now);
    return commit({ changes: [webhook(changed, read.health, now)], facts: [] });
  },
);
