import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';
import { webhookSecretCipher } from '../webhooks/encryption.ts';
import { checkedWebhookUrl } from '../webhooks/input.ts';
import { webhookTargets } from '../webhooks/targets.ts';
import { endpointChange, refresh } from './changes.ts';
import { newEndpoint } from './model.ts';
import { createAuthorizationEndpoint } from './routes.ts';

const makeSecret = webhookSecretCipher();

export const handler = httpHandler(
  createAuthorizationEndpoint,
  { idempotent, refresh },
  async ({ caller, body, now, newId, commit }) => {
    const url = checkedWebhookUrl(body.url, webhookTargets());
    const { tenant_id } = caller;
    const id = newId('authorization_endpoint');
    const { secret, ...key } = await makeSecret(tenant_id, id, body.signature ?? 'hmac');
    const created = endpointChange(newEndpoint({ ...body, url }, { id, tenant_id, key, now }), now);
    return commit({ changes: [created], conditions: [] }, { ...created.resource, ...(secret && { secret }) });
  },
);
