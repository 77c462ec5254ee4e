import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { webhookSecretCipher } from '../../delivery/webhooks/encryption.ts';
import { checkedWebhookUrl } from '../../delivery/webhooks/input.ts';
import { webhookTargets } from '../../delivery/webhooks/targets.ts';
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
    return commit(
      { changes: [created], conditions: [] },
      { ...created.resource, ...(secret && { secret }) },
    );
  },
);
