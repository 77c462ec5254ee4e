import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { toWebhookResource, webhook } from './changes.ts';
import { mergedHeaders } from './custom-headers.ts';
import { customHeadersCipher, webhookSecretCipher } from './encryption.ts';
import { noHealth } from './health-table.ts';
import { checkedEndpoint } from './input.ts';
import { newWebhook, webhookInput } from './model.ts';
import { createWebhook } from './routes.ts';
import { freeSlot, readWebhook } from './table.ts';
import { senderHere } from './targets.ts';

const makeSecret = webhookSecretCipher();
const encryptHeaders = customHeadersCipher();

export const handler = httpHandler(
  createWebhook,
  {
    idempotent,
    refresh: async ({ caller, db, now }, id) =>
      toWebhookResource(await readWebhook(db, caller.tenant_id, id), now),
  },
  async ({ caller, body, now, newId, db, commit }) => {
    const { url, destination_type } = checkedEndpoint(body, senderHere());
    const id = newId('webhook');
    const slot = await freeSlot(db, caller.tenant_id);
    const owner = { tenant: caller.tenant_id, resource: id };
    const [{ secret, ...key }, headers] = await Promise.all([
      makeSecret(caller.tenant_id, id, body.signature ?? 'hmac'),
      encryptHeaders(body.headers ?? {}, owner),
    ]);
    const input = webhookInput({ ...body, url, headers: mergedHeaders({}, headers) });
    const origin = { id, tenant_id: caller.tenant_id, slot, destination_type, key, now };
    const created = webhook(newWebhook(input, origin), noHealth, now);
    return commit(
      { changes: [created], conditions: [] },
      { ...created.resource, ...(secret && { secret }) },
    );
  },
);
