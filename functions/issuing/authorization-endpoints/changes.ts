import type { ReadRequest } from '../../core/http/request.ts';
import type { ReadonlyDeep } from '../../core/json.ts';
import { changed, type Registration } from '../../core/outbox/unit-of-work.ts';
import type { Route } from '../../core/route.ts';
import type { Transition } from '../../core/transition.ts';
import { liveSecrets } from '../../delivery/webhooks/secrets.ts';
import { type Breaker, closedBreaker } from './breaker.ts';
import type { AuthorizationEndpoint } from './model.ts';
import { AuthorizationEndpointResource } from './schema.ts';
import { endpointActions } from './states.ts';
import { type EndpointAndBreaker, readEndpoint, saveEndpoint } from './table.ts';

/** The one projection from a stored endpoint and its breaker; the schema removes what it does not name. */
export const toEndpointResource = (
  { endpoint, breaker }: EndpointAndBreaker,
  now: Date,
): AuthorizationEndpointResource => {
  const resource: ReadonlyDeep<AuthorizationEndpointResource> = {
    ...endpoint,
    object: 'authorization_endpoint',
    allowed_actions: [...endpointActions[endpoint.status]],
    health: breaker,
    secrets: liveSecrets(endpoint.secrets, now),
  };
  return resource as AuthorizationEndpointResource;
};

/** A transition of an endpoint. It publishes no event: its URL may contain a secret. */
export const endpointChange = (
  transition: Transition<AuthorizationEndpoint, never>,
  now: Date,
  breaker: Breaker = closedBreaker,
) => {
  const registration: Registration<AuthorizationEndpoint, typeof AuthorizationEndpointResource> = {
    object: 'authorization_endpoint',
    schema: AuthorizationEndpointResource,
    toResource: (endpoint) => toEndpointResource({ endpoint, breaker }, now),
    save: saveEndpoint,
  };
  return changed(registration, transition);
};

/** The answer to a retry: no response is kept, since it shows where the endpoint is. */
export const refresh = async (
  { caller, db, now }: Pick<ReadRequest<Route>, 'caller' | 'db' | 'now'>,
  id: string,
) => toEndpointResource(await readEndpoint(db, caller.tenant_id, id), now);
