import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { routes } from '../../functions/app/routes.ts';
import { isNamedOnly } from '../../functions/core/access.ts';
import { transactional } from '../../functions/core/http/commit.ts';
import { pagedWith } from '../../functions/core/http/cursor.ts';
import { httpHandler } from '../../functions/core/http/handler.ts';
import type { ApiResponse } from '../../functions/core/http/response.ts';
import { scopeOf } from '../../functions/core/resource-routes.ts';
import type { Route } from '../../functions/core/route.ts';
import { proxyEventOf } from '../../local/rest-api/event.ts';
import type { RestApi } from '../../local/rest-api/model.ts';
import { createRouter } from '../../local/rest-api/router.ts';
import { exampleOf } from '../../openapi/examples.ts';
import { caller, unkept } from './api-event.ts';
import { type Call, type Caller, contentOf, hold } from './call.ts';
import { aCursorKeys, isPaged } from './cursor-keys.ts';
import { type AnyRoute, pathOf, type Valid } from './examples.ts';
import { aContext } from './lambda-context.ts';
import { type Any, document, operationOf, resolved } from './printed-document.ts';
import { nobodys } from './rules/suite.ts';
import './table-names.ts';

const methods = routes.map(({ id, method, path }) => ({
  httpMethod: method,
  resourceId: id,
  path,
  called: { functionName: id },
  timeout_ms: 29_000,
  credentials: '',
}));
const gatewayResponses = new Map();
const throttles = new Map();
const place = {
  id: 'api',
  name: 'api',
  environment: 'sandbox',
  region: 'eu-west-1',
  stage: 'v1',
  deploymentId: 'one',
};
const api: RestApi = { ...place, methods, binaryMediaTypes: ['*/*'], gatewayResponses, throttles };
const match = createRouter(methods);

/** The handler of a route, without idempotency. */
const handlerOf = (route: Route, handle: (request: Any) => Promise<ApiResponse>) => {
  const changes = route.method === 'GET' ? {} : { transactional };
  const options: Any = isPaged(route) ? { paged: pagedWith(aCursorKeys) } : changes;
  return httpHandler(route, options, handle);
};

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** The route's body where nothing is wrong: the document's own example. */
const shownBy = (route: Route): Any =>
  Object.values<Any>(operationOf(route).responses[route.returns.status].content ?? {})[0]?.example;

/**
 * Calls a route in this process: the event is the gateway's, the checks are the endpoint's, and what passes them all is
 * answered with the example of the document. Every answer is held against it.
 */
export const callerInProcess = (
  route: AnyRoute,
  who: Readonly<Record<string, string>> = {},
): Caller => {
  const shown = shownBy(route);
  const handle = async ({ range, ifMatch, respond }: Any) => {
    range?.();
    if (route.method === 'PATCH') ifMatch(shown);
    return respond(shown);
  };
  const handler = handlerOf(unkept<Route>(route), handle) as unknown as Handler;
  const named = scopeOf(route);
  const owned = isNamedOnly(named) ? { scopes: String(named), allowed_ips: '' } : {};
  return async (call) => {
    const {
      statusCode,
      headers = {},
      body,
    } = await handler(eventFor(call, { ...owned, ...who }), aContext());
    const text = statusCode === 304 ? '' : body;
    const answer = {
      status: statusCode,
      headers: headers as Record<string, string>,
      text,
      body:
        /json/.test(String(headers['content-type'])) && text !== '' ? JSON.parse(text) : undefined,
    };
    hold(call.method, call.path, answer);
    return answer;
  };
};

const eventFor = (call: Call, who: Readonly<Record<string, string>>): APIGatewayProxyEvent => {
  const { headers, text = '' } = contentOf(call, 'a key');
  const found = match(call.method, call.path);
  if (!found) throw new Error(`${call.method} ${call.path} leads to no function`);
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one.replace(/^[ \t]+|[ \t]+$/g, '')]),
  );
  const request = {
    httpMethod: call.method,
    path: `/v1${call.path}`,
    query: call.query ?? [],
    headers: lines,
    body: Buffer.from(text),
    tooLarge: false,
    malformed: false,
    sourceIp: '127.0.0.1',
  };
  const passage = {
    requestId: crypto.randomUUID(),
    traceId: 'Root=1',
    at: new Date(),
    port: 443,
    path: call.path,
  };
  const context = { principalId: caller.tenant_id, context: { ...caller, ...who } };
  // Parsed like that of a function; a body is a text already, and those that are too large are read by every route.
  const { body, ...event }: Any = proxyEventOf(api, request, found, passage, context);
  return { ...JSON.parse(JSON.stringify(event)), body };
};

const parametersOf = (route: AnyRoute): Any[] =>
  (operationOf(route).parameters ?? []).map(resolved);

const withExample = ({ name, schema }: Any): [name: string, value: string] => [
  name,
  String(exampleOf(resolved(schema), document.components.schemas)),
];

/** Every filter of a list whose example in the document, put together from its type, is one that the list takes. */
export const everyFilter = (route: AnyRoute): [name: string, value: string][] =>
  parametersOf(route)
    .filter((one) => one.in === 'query' && !/^(limit|cursor|created_\w+)$/.test(one.name))
    .map(withExample)
    .filter(
      ([name, value]) =>
        'query' in route && z.safeParse(route.query.shape[name as never], value).success,
    );

/** A request of a route that passes every check: ids that may exist, and the document's own example of a body. */
export const wellFormed = (route: AnyRoute): Valid => {
  const required = (where: string) =>
    parametersOf(route).filter((one) => one.in === where && one.required);
  const params = nobodys(Object.fromEntries(required('path').map(withExample)));
  const { requestBody } = operationOf(route);
  return {
    method: route.method,
    path: pathOf(route, params),
    params,
    query: required('query').map(withExample),
    ...(requestBody && { body: requestBody.content['application/json'].example }),
  };
};
