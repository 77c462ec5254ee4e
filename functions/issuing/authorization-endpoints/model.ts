import { ApiError } from '../../core/api-error.ts';
import { deepEqual, type ReadonlyDeep } from '../../core/json.ts';
import type { Transition } from '../../core/transition.ts';
import type { WebhookSecret } from '../../delivery/webhooks/secrets.ts';
import type { AuthorizationEndpointResource } from './schema.ts';
import { type BusinessDecision, endpointActions, timeout_ms_default } from './states.ts';

type Derived = 'object' | 'allowed_actions' | 'health' | 'secrets';

/** An endpoint as stored: the fields of its resource, and its encrypted secrets. Its breaker is stored beside it. */
export type AuthorizationEndpoint = ReadonlyDeep<Omit<AuthorizationEndpointResource, Derived>> & {
  readonly tenant_id: string;
  /** Encrypted (base64) under the context of tenant and endpoint; newest first. */
  readonly secrets: readonly (WebhookSecret & { readonly encrypted: string })[];
};

/** The fields that a business sets. */
type EndpointInput = Pick<AuthorizationEndpoint, 'url' | 'timeout_ms' | 'fallback'>;

type Fallback = AuthorizationEndpoint['fallback'];

/** The same as a request says it. */
type EndpointSettings = {
  readonly url?: string | undefined;
  readonly timeout_ms?: number | null | undefined;
  readonly fallback?:
    | (Pick<Fallback, 'decision'> & { readonly limits?: Fallback['limits'] | null | undefined })
    | null
    | undefined;
};

/**
 * The fallback of an endpoint that does not answer, unless it says otherwise: nothing is approved.
 */
const declining: Fallback = { decision: 'decline', limits: [] };

const inputOf = ({
  url,
  timeout_ms,
  fallback,
}: EndpointSettings & { readonly url: string }): EndpointInput => ({
  url,
  timeout_ms: timeout_ms ?? timeout_ms_default,
  fallback: fallback ? { decision: fallback.decision, limits: fallback.limits ?? [] } : declining,
});

/** The members that the service adds to a new endpoint. */
type Making = Pick<AuthorizationEndpoint, 'id' | 'tenant_id'> & {
  readonly key: { readonly encrypted: string; readonly public_key?: string };
  readonly now: Date;
};

/** A new endpoint, enabled, with its first secret. */
export const newEndpoint = (
  input: Parameters<typeof inputOf>[0],
  { key, now, ...making }: Making,
): Transition<AuthorizationEndpoint, never> => {
  const at = now.toISOString();
  const secrets = [{ version: 1, created_at: at, expires_at: null, ...key }];
  const life = {
    status: 'enabled',
    status_reason: null,
    created_at: at,
    updated_at: at,
    version: 1,
  } as const;
  return { after: { ...making, ...inputOf(input), ...life, secrets } };
};

/** The endpoint with changes, as its next version; no event is published. */
export const nextEndpoint = (
  before: AuthorizationEndpoint,
  changes: Partial<AuthorizationEndpoint>,
  now: Date,
): Transition<AuthorizationEndpoint, never> => ({
  before,
  after: { ...before, ...changes, updated_at: now.toISOString(), version: before.version + 1 },
});

/** The changes of a merge patch; undefined where nothing differs. `fallback` replaces. */
export const patchedEndpoint = (
  endpoint: AuthorizationEndpoint,
  patch: EndpointSettings,
): EndpointInput | undefined => {
  const input = inputOf({ ...endpoint, ...patch, url: patch.url ?? endpoint.url });
  return deepEqual(input, inputOf(endpoint)) ? undefined : input;
};

/** The endpoint enabled or disabled by its business, or the error. */
export const actOnEndpoint = (
  endpoint: AuthorizationEndpoint,
  action: 'enable' | 'disable',
  status_reason: string | null,
  now: Date,
): Transition<AuthorizationEndpoint, never> => {
  const allowed_actions: readonly string[] = endpointActions[endpoint.status];
  if (!allowed_actions.includes(action))
    throw new ApiError('action_not_allowed', { current_status: endpoint.status, allowed_actions });
  const status = action === 'enable' ? 'enabled' : 'disabled';
  return nextEndpoint(endpoint, { status, status_reason }, now);
};

/**
 * The decision of an endpoint's fallback over an amount: it approves up to its limit of the
 * currency, inclusive.
 */
export const fallbackDecision = (
  { fallback: { decision, limits } }: Pick<AuthorizationEndpoint, 'fallback'>,
  { amount, currency }: { readonly amount: number; readonly currency: string },
): BusinessDecision => {
  const limit = limits.find((one) => one.currency === currency);
  return decision === 'approve' && limit !== undefined && amount <= limit.amount
    ? 'approve'
    : 'decline';
};
