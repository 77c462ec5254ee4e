import { randomBytes, randomUUID } from 'node:crypto';
import { account } from '../assembly.ts';
import type { Called } from '../functions/lambda-function.ts';
import type { InvocationOutcome } from '../functions/outcome.ts';
import { PayloadTooLarge } from '../functions/pool.ts';
import type { LoggedLine } from '../log-subscriptions.ts';
import { type Authorize, createAuthorize, type Verdict } from './authorizer.ts';
import { type Arrival, proxyEventOf } from './event.ts';
import {
  type GatewayContext,
  type GatewayError,
  gatewayResponse,
  responseTypeOf,
  shapedResponse,
} from './gateway-response.ts';
import { type ApiMethod, type RestApi, type Throttle, wholeStage } from './model.ts';
import { type Request, requestHeaderOf } from './request.ts';
import { compressed, type Response, responseOf } from './response.ts';
import { createRouter, type Match } from './router.ts';
import {
  createBucket,
  type KeyVerdict,
  type TokenBucket,
  type UsagePlanKeys,
} from './usage-plans.ts';

/** Runs a function by name on a JSON payload. */
export type Invoke = (functionName: string, payload: string) => Promise<InvocationOutcome>;

/** Whether a role lets an API invoke a function or an alias. */
export type MayInvoke = (called: Called, roleArn: string) => boolean;

/** Answers one request of an API; `error` is set where the listener has already found one. */
export type GatewayHandler = (
  request: Request,
  port: number,
  error?: GatewayError,
) => Promise<Response>;

/** Takes a line of an access log. */
export type AccessLog = (line: LoggedLine) => void;

/** A request that the API answered with a status of 500 or more, for who runs this machine. */
export type FailedRequest = {
  readonly requestId: string;
  readonly httpMethod: string;
  /** The path of the route, such as `/cards/{card_id}`; that of the request where it has none. */
  readonly route: string;
  readonly status: number;
  /** The invocation that failed; its outcome is undefined where it did not end in time. */
  readonly invoked?:
    | { readonly functionName: string; readonly outcome?: InvocationOutcome | undefined }
    | undefined;
};

/** The reports of a request to others than the caller. */
export type GatewayReports = {
  readonly log?: AccessLog | undefined;
  readonly failed?: ((request: FailedRequest) => void) | undefined;
};

/**
 * In API Gateway’s order. A call that a usage plan rejects takes nothing from the stage’s throttle,
 * which all share.
 */
export const createHandle = (
  api: RestApi,
  invoke: Invoke,
  mayInvoke: MayInvoke,
  keys: UsagePlanKeys,
  { log, failed }: GatewayReports = {},
): GatewayHandler => {
  const route = createRouter(api.methods);
  const isThrottled = throttleOf(api);
  const authorize = authorizersOf(api, invoke, mayInvoke);
  return async (request, port, error) => {
    const arrival = arrivalOf(api, request, port);
    if (arrival === undefined) return forbidden;
    const match = route(request.httpMethod, arrival.path);
    const context: Record<string, string> = contextOf(api, request, match, arrival);
    let invoked: FailedRequest['invoked'];
    const note = (last: typeof invoked): void => {
      invoked = last;
    };
    const respond = async (): Promise<Response | GatewayError> => {
      if (error) return error;
      if (!match) return 'MISSING_AUTHENTICATION_TOKEN';
      const verdict = await authorize(
        match.method,
        request,
        methodArn(api, request.httpMethod, arrival.path),
        note,
      );
      if (verdict?.kind === 'rejected') return verdict.error;
      for (const [name, value] of Object.entries(verdict?.context ?? {}))
        context[`authorizer.${name}`] = value;
      const counted = countedBy(api, match.method, verdict, keys);
      if (counted && 'error' in counted) return counted.error;
      if (isThrottled(match.method)) return 'THROTTLED';
      if (request.tooLarge) return 'REQUEST_TOO_LARGE';
      if (match.method.mock)
        return mocked(match.method, request, { values: context, headers: lowered(request) });
      if (!mayInvoke(match.method.called, match.method.credentials))
        return 'API_CONFIGURATION_ERROR';
      const event = proxyEventOf(api, request, match, arrival, verdict, counted?.key);
      const response = await integrate(event, match.method, invoke, note);
      return typeof response === 'string'
        ? response
        : compressed(response, request, api.compression_bytes_min);
    };
    const response = await respond();
    const { status, headers, body } =
      typeof response === 'string'
        ? gatewayResponse(response, api.gatewayResponses, {
            values: context,
            headers: lowered(request),
          })
        : response;
    if (typeof response === 'string')
      context['error.responseType'] = responseTypeOf(response, api.gatewayResponses);
    if (status >= 500) {
      const { requestId, path } = arrival;
      failed?.({
        requestId,
        httpMethod: request.httpMethod,
        route: match?.method.path ?? path,
        status,
        invoked,
      });
    }
    if (api.accessLog)
      log?.(accessLine(api.accessLog, { ...context, status: String(status) }, arrival));
    return { status, headers: [...headers, ...tracing(arrival)], body };
  };
};

/** `-` stands for what API Gateway does not know of a request. */
const accessLine = (
  { logGroup, format }: NonNullable<RestApi['accessLog']>,
  context: Readonly<Record<string, string>>,
  { at }: Arrival,
): LoggedLine => {
  const values: typeof context = { ...context, responseLatency: String(Date.now() - at.getTime()) };
  const message = format.replace(
    /\$context\.([A-Za-z_.]+)/g,
    (_, name: string) => values[name] ?? '-',
  );
  return { logGroup, stream: logGroup, message };
};

/** The answer of a mock; a body of a type that it does not read is an error. */
const mocked = (
  { mock, contentTypes }: Extract<ApiMethod, { mock: object }>,
  request: Request,
  context: GatewayContext,
): Response | GatewayError => {
  const [type = ''] = (requestHeaderOf(request, 'content-type') ?? 'application/json')
    .toLowerCase()
    .split(';');
  return contentTypes.has(type.trim()) ? shapedResponse(mock, context) : 'UNSUPPORTED_MEDIA_TYPE';
};

/** Outside the stage there is no API that could shape the error. */
const forbidden: Response = {
  status: 403,
  headers: [
    ['Content-Type', 'application/json'],
    ['x-amzn-ErrorType', 'ForbiddenException'],
  ],
  body: '{"message":"Forbidden"}',
};

const arrivalOf = (api: RestApi, request: Request, port: number): Arrival | undefined => {
  const stage = `/${api.stage}`;
  if (request.path !== stage && !request.path.startsWith(`${stage}/`)) return undefined;
  const at = new Date();
  const traceId = `Root=1-${Math.floor(at.getTime() / 1000).toString(16)}-${randomBytes(12).toString('hex')}`;
  return {
    requestId: randomUUID(),
    traceId,
    at,
    port,
    path: request.path.slice(stage.length) || '/',
  };
};

const tracing = ({ requestId, traceId }: Arrival): [string, string][] => [
  ['x-amzn-RequestId', requestId],
  ['x-amz-apigw-id', requestId],
  ['X-Amzn-Trace-Id', traceId],
];

const lowered = ({ headers }: Request): ReadonlyMap<string, string> =>
  new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));

const contextOf = (
  api: RestApi,
  request: Request,
  match: Match | undefined,
  arrival: Arrival,
): Record<string, string> => ({
  requestId: arrival.requestId,
  extendedRequestId: arrival.requestId,
  accountId: account,
  apiId: api.id,
  stage: api.stage,
  httpMethod: request.httpMethod,
  path: request.path,
  protocol: 'HTTP/1.1',
  requestTimeEpoch: String(arrival.at.getTime()),
  'identity.sourceIp': request.sourceIp,
  'identity.userAgent': requestHeaderOf(request, 'user-agent') ?? '',
  ...(match && { resourcePath: match.method.path, resourceId: match.method.resourceId }),
});

const throttleOf = (api: RestApi): ((method: ApiMethod) => boolean) => {
  const buckets = new Map<Throttle, TokenBucket>();
  return ({ httpMethod, path }) => {
    const throttle = api.throttles.get(`${httpMethod} ${path}`) ?? api.throttles.get(wholeStage);
    if (!throttle) return false;
    const bucket = buckets.get(throttle) ?? createBucket(throttle);
    buckets.set(throttle, bucket);
    return !bucket.take();
  };
};

/**
 * The usage plan's verdict on the key that the authorizer named; undefined for a method that needs
 * none.
 */
const countedBy = (
  { id, stage }: RestApi,
  { apiKeyRequired }: ApiMethod,
  verdict: Extract<Verdict, { kind: 'allowed' }> | undefined,
  keys: UsagePlanKeys,
): KeyVerdict | undefined =>
  apiKeyRequired ? keys.admit(verdict?.usageIdentifierKey, id, stage) : undefined;

const methodArn = (api: RestApi, httpMethod: string, path: string): string =>
  `arn:aws:execute-api:${api.region}:${account}:${api.id}/${api.stage}/${httpMethod}${path}`;

const authorizersOf = (api: RestApi, invoke: Invoke, mayInvoke: MayInvoke) => {
  const authorizers = new Map(
    api.methods.flatMap(({ authorizer }) => (authorizer ? [[authorizer.id, authorizer]] : [])),
  );
  const asks = new Map<string, Authorize>();
  // Requests with the same token share one invocation, so the last one that failed stands for them all.
  const failures = new Map<string, FailedRequest['invoked']>();
  for (const [id, authorizer] of authorizers) {
    const { functionName } = authorizer.called;
    const ask = createAuthorize(authorizer, async (payload) => {
      const outcome = await invoke(functionName, payload);
      failures.set(id, { functionName, outcome });
      return outcome;
    });
    const may = mayInvoke(authorizer.called, authorizer.credentials);
    asks.set(id, may ? ask : async () => ({ kind: 'rejected', error: 'AUTHORIZER_FAILURE' }));
  }
  return async (
    { authorizer }: ApiMethod,
    request: Request,
    arn: string,
    note: (invoked: FailedRequest['invoked']) => void,
  ): Promise<Verdict | undefined> => {
    const verdict = await (authorizer &&
      asks.get(authorizer.id)?.(requestHeaderOf(request, authorizer.header), arn));
    if (authorizer && verdict?.kind === 'rejected') note(failures.get(authorizer.id));
    return verdict;
  };
};

const integrate = async (
  event: Record<string, unknown>,
  { called, timeout_ms }: Extract<ApiMethod, { called: Called }>,
  invoke: Invoke,
  note: (invoked: FailedRequest['invoked']) => void,
): Promise<Response | GatewayError> => {
  const { functionName } = called;
  const { promise: late, resolve: end } = Promise.withResolvers<void>();
  const timer = setTimeout(end, timeout_ms);
  try {
    const outcome = await Promise.race([invoke(functionName, JSON.stringify(event)), late]);
    note({ functionName, outcome: outcome ?? undefined });
    if (!outcome) return 'INTEGRATION_TIMEOUT';
    return responseOf(outcome) ?? 'INTEGRATION_ANSWER';
  } catch (error) {
    return error instanceof PayloadTooLarge ? 'REQUEST_TOO_LARGE' : 'INTEGRATION_ANSWER';
  } finally {
    clearTimeout(timer);
  }
};
