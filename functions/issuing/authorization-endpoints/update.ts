import { transactional } from '../../core/http/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { checkedWebhookUrl } from '../../delivery/webhooks/input.ts';
import { webhookTargets } from '../../delivery/webhooks/targets.ts';
import { endpointChange, toEndpointResource } from './changes.ts';
import { nextEndpoint, patchedEndpoint } from './model.ts';
import { updateAuthorizationEndpoint } from './routes.ts';
import { readEndpoint } from './table.ts';

export const handler = httpHandler(
  updateAuthorizationEndpoint,
  { transactional },
  async ({ caller, params, body, now, db, ifMatch, respond, commit }) => {
    const url = body.url === undefined ? undefined : checkedWebhookUrl(body.url, webhookTargets());
    const read = await readEndpoint(db, caller.tenant_id, params.authorization_endpoint_id);
    ifMatch(read.endpoint);
    const patched = patchedEndpoint(read.endpoint, { ...body, url });
    if (!patched) return respond(toEndpointResource(read, now));
    const changed = endpointChange(nextEndpoint(read.endpoint, patched, now), now, read.breaker);
    return commit({ changes: [changed], conditions: [] });
  },
);
