import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { logger } from '../../functions/core/logging.ts';
import type { Route } from '../../functions/core/route.ts';
import { aContext } from './lambda-context.ts';

logger.setLogLevel('SILENT');

/** The parts of a request that a test sets; the rest is as a well-behaved caller would have it. */
export type Sent = {
  /** Name and value; a name that comes twice is a header sent twice. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly params?: Readonly<Record<string, string>>;
  /** The body as it is on the wire. */
  readonly body?: string | Buffer | null;
  readonly authorizer?: Readonly<Record<string, string>>;
  /** The address that the request comes from. */
  readonly from?: string;
  /** The path that the API stands under. */
  readonly root?: string;
};

/** The tenant of every caller here. */
export const tenant = 'biz_01jd5fq7k9e8xv3m2n4p6r8t0a';

/** An id of a customer that may exist. */
export const customerId = 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w';

/** The caller, as the authorizer reports it. */
export const caller = {
  tenant_id: tenant,
  account_id: 'acct_01jd5fq7k9e8xv3m2n4p6r8t0b',
  account_status: 'active',
  key_id: 'key_01jd5fq7k9e8xv3m2n4p6r8t0c',
  environment: 'sandbox',
};

const gathered = (pairs: Sent['headers'] = []) => {
  const all = new Map<string, string[]>();
  for (const [name, value] of pairs) all.set(name, [...(all.get(name) ?? []), value]);
  return all.size > 0 ? Object.fromEntries(all) : null;
};

/** The event of API Gateway for a request to a route. */
export const anEvent = (route: Route, sent: Sent = {}): APIGatewayProxyEvent => {
  const { params = { customer_id: customerId }, body = null, root = '/v1' } = sent;
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
  const defaults: [string, string][] = [
    ...(body ? [['Content-Type', 'application/json'] as [string, string]] : []),
    ...(route.method === 'POST' ? [['Idempotency-Key', 'key-1'] as [string, string]] : []),
  ];
  const headers = sent.headers ?? defaults;
  return {
    resource: route.path,
    httpMethod: route.method,
    path,
    headers: Object.fromEntries(headers),
    multiValueHeaders: gathered(headers),
    queryStringParameters: sent.query?.length ? Object.fromEntries(sent.query) : null,
    multiValueQueryStringParameters: gathered(sent.query),
    pathParameters: route.params ? params : null,
    body: Buffer.isBuffer(body) ? body.toString('base64') : body,
    isBase64Encoded: Buffer.isBuffer(body),
    requestContext: {
      requestId: 'request-1',
      path: `${root}${path}`,
      identity: { sourceIp: sent.from ?? '203.0.113.7' },
      ...(!route.public && { authorizer: { ...caller, ...sent.authorizer } }),
    },
  } as unknown as APIGatewayProxyEvent;
};

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** Calls a handler as Lambda would, and reads its answer. */
export const invoke = async (
  handler: unknown,
  event: APIGatewayProxyEvent,
  context = aContext(),
) => {
  const { statusCode, headers = {}, body } = await (handler as Handler)(event, context);
  const json = body === '' ? undefined : JSON.parse(body);
  return { status: statusCode, headers: headers as Record<string, string>, text: body, json };
};

/** A POST without idempotency, for tests that have no table. */
export const unkept = <const R extends Route>(
  route: R,
): Omit<R, 'idempotency'> & { readonly idempotency: 'none' } => ({
  ...route,
  idempotency: 'none',
});
