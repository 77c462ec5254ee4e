import { randomBytes, randomUUID } from 'node:crypto';
import { account } from '../assembly.ts';
import type { Called } from '../functions/lambda-function.ts';
import type { Outcome } from '../functions/outcome.ts';
import { PayloadTooLarge } from '../functions/pool.ts';
import { type Answer, answerOf } from './answer.ts';
import type { ApiKeys, KeyVerdict } from './api-keys.ts';
import { type Authorize, createAuthorize, type Verdict } from './authorize.ts';
import { compressed } from './compression.ts';
import { eventOf, type Passage } from './event.ts';
import { type Refusal, refuse } from './gateway-response.ts';
import { type Method, type RestApi, wholeStage } from './model.ts';
import { headerOf, type Request } from './request.ts';
import { createRouter, type Match } from './router.ts';
import { createBucket } from './throttle.ts';

/** Runs a function by name on a JSON payload. */
export type Invoke = (functionName: string, payload: string) => Promise<Outcome>;

/** Whether this API may invoke the function, or the alias: by its credentials role, or by the function's permission for this source ARN. */
export type MayInvoke = (called: Called, credentials: string | undefined, sourceArn: string) => boolean;

/** One API's whole way from a request to its answer; `refusal` is set where the listener has already found a fault. */
export type Handle = (request: Request, port: number, refusal?: Refusal) => Promise<Answer>;

/**
 * Routing, authorisation, throttling and integration of one API, in API Gateway's order: what a usage plan refuses takes
 * nothing from the stage, which all callers share.
 */
export const createHandle = (api: RestApi, invoke: Invoke, mayInvoke: MayInvoke, keys: ApiKeys): Handle => {
  const route = createRouter(api.methods);
  const throttled = throttleOf(api);
  const authorize = authorizersOf(api, invoke, mayInvoke);
  return async (request, port, refusal) => {
    const passage = passageOf(api, request, port);
    if (passage === undefined) return forbidden;
    const match = route(request.httpMethod, passage.path);
    const context: Record<string, string> = contextOf(api, request, match, passage);
    const no = (why: Refusal): Answer =>
      refuse(why, api.gatewayResponses, { values: context, headers: lowered(request) });
    const answer = async (): Promise<Answer> => {
      if (refusal) return no(refusal);
      if (!match) return no('MISSING_AUTHENTICATION_TOKEN');
      const verdict = await authorize(match.method, request, methodArn(api, request.httpMethod, passage.path));
      if (verdict?.kind === 'refused') return no(verdict.refusal);
      for (const [name, value] of Object.entries(verdict?.context ?? {})) context[`authorizer.${name}`] = value;
      const counted = countedBy(api, match.method, verdict, keys);
      if (counted && 'refusal' in counted) return no(counted.refusal);
      if (throttled(match.method)) return no('THROTTLED');
      if (request.tooLarge) return no('REQUEST_TOO_LARGE');
      if (!mayInvoke(match.method.called, match.method.credentials, sourceArn(api, match.method))) {
        return no('API_CONFIGURATION_ERROR');
      }
      const event = eventOf(api, request, match, passage, verdict, counted?.key);
      const answered = await integrate(event, match.method, invoke);
      if (typeof answered === 'string') return no(answered);
      return compressed(answered, request, api.compressed_from_bytes);
    };
    const { status, headers, body } = await answer();
    return { status, headers: [...headers, ...tracing(passage)], body };
  };
};

/** Outside the stage there is no API that could shape the refusal. */
const forbidden: Answer = {
  status: 403,
  headers: [
    ['Content-Type', 'application/json'],
    ['x-amzn-ErrorType', 'ForbiddenException'],
  ],
  body: '{"message":"Forbidden"}',
};

const passageOf = (api: RestApi, request: Request, port: number): Passage | undefined => {
  const stage = `/${api.stage}`;
  if (request.path !== stage && !request.path.startsWith(`${stage}/`)) return undefined;
  const at = new Date();
  const traceId = `Root=1-${Math.floor(at.getTime() / 1000).toString(16)}-${randomBytes(12).toString('hex')}`;
  return { requestId: randomUUID(), traceId, at, port, path: request.path.slice(stage.length) || '/' };
};

const tracing = ({ requestId, traceId }: Passage): [string, string][] => [
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
  passage: Passage,
): Record<string, string> => ({
  requestId: passage.requestId,
  extendedRequestId: passage.requestId,
  accountId: account,
  apiId: api.id,
  stage: api.stage,
  httpMethod: request.httpMethod,
  path: request.path,
  protocol: 'HTTP/1.1',
  requestTimeEpoch: String(passage.at.getTime()),
  'identity.sourceIp': request.sourceIp,
  'identity.userAgent': headerOf(request, 'user-agent') ?? '',
  ...(match && { resourcePath: match.method.path, resourceId: match.method.resourceId }),
});

const throttleOf = (api: RestApi): ((method: Method) => boolean) => {
  const buckets = new Map([...api.throttles].map(([key, throttle]) => [key, createBucket(throttle)]));
  return ({ httpMethod, path }) => (buckets.get(`${httpMethod} ${path}`) ?? buckets.get(wholeStage))?.take() === false;
};

/** What a usage plan makes of the key that the authorizer named; nothing of a method that needs none. */
const countedBy = (
  { id, stage }: RestApi,
  { apiKeyRequired }: Method,
  verdict: Extract<Verdict, { kind: 'allowed' }> | undefined,
  keys: ApiKeys,
): KeyVerdict | undefined => (apiKeyRequired ? keys.admit(verdict?.usageIdentifierKey, id, stage) : undefined);

const arnOf = (api: RestApi, tail: string): string => `arn:aws:execute-api:${api.region}:${account}:${api.id}/${tail}`;

const methodArn = (api: RestApi, httpMethod: string, path: string): string =>
  arnOf(api, `${api.stage}/${httpMethod}${path}`);

/** What a function's permission names: the declared path with a star for each parameter. */
const sourceArn = (api: RestApi, { httpMethod, path }: Method): string =>
  arnOf(api, `${api.stage}/${httpMethod === 'ANY' ? '*' : httpMethod}${path.replace(/\{[^}]+\}/g, '*')}`);

const authorizersOf = (api: RestApi, invoke: Invoke, mayInvoke: MayInvoke) => {
  const authorizers = new Map(
    api.methods.flatMap(({ authorizer }) => (authorizer ? [[authorizer.id, authorizer]] : [])),
  );
  const asks = new Map<string, Authorize>();
  for (const [id, authorizer] of authorizers) {
    const ask = createAuthorize(authorizer, (payload) => invoke(authorizer.called.functionName, payload));
    const may = mayInvoke(authorizer.called, authorizer.credentials, arnOf(api, `authorizers/${id}`));
    asks.set(id, may ? ask : async () => ({ kind: 'refused', refusal: 'AUTHORIZER_FAILURE' }));
  }
  return async ({ authorizer }: Method, request: Request, arn: string): Promise<Verdict | undefined> =>
    authorizer && asks.get(authorizer.id)?.(headerOf(request, authorizer.header), arn);
};

const integrate = async (
  event: Record<string, unknown>,
  { called, timeout_ms }: Method,
  invoke: Invoke,
): Promise<Answer | Refusal> => {
  const { promise: late, resolve: end } = Promise.withResolvers<void>();
  const timer = setTimeout(end, timeout_ms);
  try {
    const outcome = await Promise.race([invoke(called.functionName, JSON.stringify(event)), late]);
    if (!outcome) return 'INTEGRATION_TIMEOUT';
    return answerOf(outcome) ?? 'INTEGRATION_ANSWER';
  } catch (error) {
    return error instanceof PayloadTooLarge ? 'REQUEST_TOO_LARGE' : 'INTEGRATION_ANSWER';
  } finally {
    clearTimeout(timer);
  }
};
