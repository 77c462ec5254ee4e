import type { ApiErrorCode } from '../../core/api-error.ts';
import { idPrefixes, isId } from '../../core/ids.ts';
import type { ReadonlyDeep } from '../../core/json.ts';
import type { LoggedCall } from './schema.ts';

/** A call of the API as it is kept: ids, outcome and times, nothing else that a caller wrote. */
export type LoggedRequest = ReadonlyDeep<Omit<LoggedCall, 'id' | 'object'>> & {
  readonly request_id: string;
  readonly tenant_id: string;
};

/** The one projection from a logged request. */
export const toRequestResource = ({
  request_id: id,
  tenant_id: _tenant,
  ...request
}: LoggedRequest): LoggedCall => ({
  id,
  object: 'request',
  ...request,
  event_ids: [...request.event_ids],
  errors: request.errors.map((error) => ({ ...error })),
});

/**
 * The writer of the line: the function that answered, or API Gateway about an answer of its own,
 * which the caller got instead.
 */
export type RequestLine = { readonly by: 'function' | 'gateway'; readonly request: LoggedRequest };

/** How many days a request is kept. */
const kept_days = { sandbox: 7, live: 30 } as const;

/** How long a request is kept, in milliseconds. */
export const keptFor_ms = (environment: string | undefined): number =>
  kept_days[environment === 'live' ? 'live' : 'sandbox'] * 24 * 60 * 60 * 1000;

/** The line of a function (functions/core/http/request-log.ts). */
type FunctionLine = {
  readonly request_id: string;
  readonly tenant_id?: string;
  readonly key_id?: string;
  readonly operator_id?: string;
  readonly time_ms: number;
  readonly method: string;
  readonly path: string;
  readonly resource: string;
  readonly status: number;
  readonly code?: string;
  readonly duration_ms: number;
  readonly resource_id?: string;
  readonly idempotency_key?: string;
  readonly replayed?: boolean;
  readonly event_ids?: readonly string[];
  readonly errors?: LoggedRequest['errors'];
};

/** The line of the access log (lib/constructs/service-api.ts); what API Gateway does not know is `-`. */
type AccessLine = Readonly<
  Record<
    | 'request_id'
    | 'time_ms'
    | 'method'
    | 'route'
    | 'status'
    | 'refusal'
    | 'tenant_id'
    | 'latency_ms',
    string
  >
> & { readonly key_id?: string; readonly operator_id?: string };

/** The request of a known business in a line of a log; undefined for any other line. */
export const requestIn = (message: string): RequestLine | undefined => {
  const line = objectIn(message);
  if (
    typeof line?.request_id !== 'string' ||
    !isTenant(line.tenant_id) ||
    !(Number(line.time_ms) > 0)
  )
    return undefined;
  if (line.event === 'request')
    return { by: 'function', request: ofFunction(line as FunctionLine & Known) };
  return isRefusal(line.refusal)
    ? { by: 'gateway', request: ofGateway(line as AccessLine) }
    : undefined;
};

type Known = { readonly tenant_id: string };

const isTenant = (id: unknown): boolean =>
  typeof id === 'string' && id.startsWith(`${idPrefixes.tenant}_`);

const isRefusal = (refusal: unknown): refusal is keyof typeof gatewayErrors =>
  typeof refusal === 'string' && Object.hasOwn(gatewayErrors, refusal);

const objectIn = (message: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(message);
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

const ofFunction = (line: FunctionLine & Known): LoggedRequest => ({
  request_id: line.request_id,
  tenant_id: line.tenant_id,
  created_at: new Date(line.time_ms).toISOString(),
  method: line.method,
  route: line.resource,
  path: line.path,
  status: line.status,
  error_code: line.code ?? null,
  duration_ms: line.duration_ms,
  actor: actorOf(line),
  resource_id: line.resource_id ?? line.path.split('/').find(isId) ?? null,
  idempotency_key: line.idempotency_key ?? null,
  replayed: line.replayed ?? false,
  event_ids: line.event_ids ?? [],
  errors: line.errors ?? [],
});

const ofGateway = (line: AccessLine): LoggedRequest => ({
  request_id: line.request_id,
  tenant_id: line.tenant_id,
  created_at: new Date(Number(line.time_ms)).toISOString(),
  method: line.method,
  route: line.route,
  path: line.route,
  status: Number(line.status),
  error_code: gatewayErrors[line.refusal as keyof typeof gatewayErrors],
  duration_ms: Number(line.latency_ms) || 0,
  actor: actorOf(line),
  resource_id: null,
  idempotency_key: null,
  replayed: false,
  event_ids: [],
  errors: [],
});

const actorOf = ({
  key_id,
  operator_id,
}: Pick<FunctionLine, 'key_id' | 'operator_id'>): LoggedRequest['actor'] => {
  if (operator_id !== undefined && operator_id !== '-')
    return { type: 'operator', id: operator_id };
  if (key_id === undefined || !isId(key_id)) return null;
  return {
    type: key_id.startsWith(`${idPrefixes.onboarding_link}_`) ? 'onboarding_link' : 'api_key',
    id: key_id,
  };
};

/**
 * The errors that API Gateway answers itself, and the code of each. A type without its own status would take its default's,
 * so every type there is has a line.
 */
export const gatewayErrors = {
  // The authorizer denies the whole stage to a key that opens nothing; it denies nobody else.
  ACCESS_DENIED: 'unauthorized',
  API_CONFIGURATION_ERROR: 'internal',
  AUTHORIZER_CONFIGURATION_ERROR: 'internal',
  AUTHORIZER_FAILURE: 'internal',
  BAD_REQUEST_BODY: 'malformed_json',
  BAD_REQUEST_PARAMETERS: 'validation_failed',
  DEFAULT_4XX: 'validation_failed',
  DEFAULT_5XX: 'internal',
  // No route takes an AWS signature, so these two are only ever said of paths that do not exist.
  EXPIRED_TOKEN: 'route_not_found',
  INVALID_SIGNATURE: 'route_not_found',
  // Also what a throttled function looks like from here.
  INTEGRATION_FAILURE: 'unavailable',
  INTEGRATION_TIMEOUT: 'timeout',
  // The authorizer knows the caller and API Gateway not what it is counted by, which is our fault and not the caller's.
  INVALID_API_KEY: 'unavailable',
  // An unknown path, or a known path with another method.
  MISSING_AUTHENTICATION_TOKEN: 'route_not_found',
  QUOTA_EXCEEDED: 'rate_limited',
  REQUEST_TOO_LARGE: 'body_too_large',
  RESOURCE_NOT_FOUND: 'route_not_found',
  THROTTLED: 'rate_limited',
  UNAUTHORIZED: 'unauthorized',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported_media_type',
  WAF_FILTERED: 'forbidden',
} as const satisfies Readonly<Record<string, ApiErrorCode>>;
