import { transactional } from '../../core/http/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { toWebhookResource, webhook } from './changes.ts';
import { customHeadersCipher } from './encryption.ts';
import { changedEndpoint, checkMergedWebhook } from './input.ts';
import { patchedWebhook, updatedWebhook } from './model.ts';
import { updateWebhook } from './routes.ts';
import { readWebhook } from './table.ts';
import { senderHere } from './targets.ts';

const encryptHeaders = customHeadersCipher();

export const handler = httpHandler(
  updateWebhook,
  { transactional },
  async ({ caller, params, body, now, db, ifMatch, respond, commit }) => {
    const read = await readWebhook(db, caller.tenant_id, params.webhook_id);
    ifMatch(read.webhook);
    const url = changedEndpoint(read.webhook, body, senderHere());
    const owner = { tenant: caller.tenant_id, resource: read.webhook.id };
    const headers =
      body.headers && (await encryptHeaders(body.headers, owner, read.webhook.headers));
    const patched = patchedWebhook(
      read.webhook,
      url === undefined ? body : { ...body, url },
      headers,
    );
    if (!patched) return respond(toWebhookResource(read, now));
    const updated = updatedWebhook(read.webhook, checkMergedWebhook(patched), now);
    return commit({ changes: [webhook(updated, read.health, now)], conditions: [] });
  },
);
