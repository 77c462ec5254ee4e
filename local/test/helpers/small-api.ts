import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, request } from 'node:http';
import { after, before } from 'node:test';
import { readAssembly } from '../../assembly.ts';
import { functionsOf } from '../../functions/lambda-function.ts';
import { createLogs } from '../../functions/logs.ts';
import { createPool, type InstancePool } from '../../functions/pool.ts';
import { reportsOf } from '../../rest-api/failures.ts';
import { restApisOf } from '../../rest-api/model.ts';
import { permissionsOf, type RunningApi, startRestApi } from '../../rest-api/server.ts';
import { createUsagePlanKeys } from '../../rest-api/usage-plans.ts';
import { declared } from './small-api-template.ts';
import { type Small, writeSmallAssembly } from './small-assembly.ts';
import { authorizer, things } from './small-handlers.ts';

const gatewayResponse = (ResponseType: string, StatusCode?: string) =>
  declared('AWS::ApiGateway::GatewayResponse', {
    RestApiId: { Ref: 'Api' },
    ResponseType,
    ...(StatusCode && { StatusCode }),
    ResponseParameters: {
      'gatewayresponse.header.content-type': "'application/problem+json'",
      'gatewayresponse.header.x-request-id': 'context.requestId',
    },
    ResponseTemplates: {
      'application/json': `{"code":"${ResponseType}","message":$context.error.messageString,"id":"$context.requestId"}`,
    },
  });

const small: Small = {
  functions: {
    authorizer: { source: authorizer },
    things: { source: things, properties: { Timeout: 3 } },
    open: { source: things },
    forbidden: { source: things },
  },
  authorizer: { function: 'authorizer', ttl_seconds: 300 },
  methods: {
    'GET /things': { function: 'things' },
    'POST /things': { function: 'things' },
    'PATCH /things': { function: 'things', timeout_ms: 100 },
    'GET /things/{thing_id}': { function: 'things' },
    'POST /things/{thing_id}/freeze': { function: 'things' },
    'GET /things/special': { function: 'things' },
    'GET /open': { function: 'open', open: true },
    'PUT /open': { function: 'open', open: true },
    'GET /rest/{rest+}': { function: 'open', open: true },
    'GET /forbidden': { function: 'forbidden', open: true, forbidden: true },
    'GET /scarce': { function: 'open', open: true },
  },
  resources: {
    Missing: gatewayResponse('MISSING_AUTHENTICATION_TOKEN', '404'),
    Unauthorized: gatewayResponse('UNAUTHORIZED', '401'),
    Denied: gatewayResponse('ACCESS_DENIED', '403'),
    AuthorizerFailure: gatewayResponse('AUTHORIZER_FAILURE', '500'),
    Timeout: gatewayResponse('INTEGRATION_TIMEOUT', '504'),
    TooLarge: gatewayResponse('REQUEST_TOO_LARGE', '413'),
    Throttled: gatewayResponse('THROTTLED', '429'),
    Default4: gatewayResponse('DEFAULT_4XX'),
    Default5: gatewayResponse('DEFAULT_5XX'),
    Stage: declared('AWS::ApiGateway::Stage', {
      RestApiId: { Ref: 'Api' },
      StageName: 'v1',
      DeploymentId: { Ref: 'Deployment' },
      MethodSettings: [
        {
          HttpMethod: '*',
          ResourcePath: '/*',
          ThrottlingRateLimit: 10_000,
          ThrottlingBurstLimit: 10_000,
        },
        {
          HttpMethod: 'GET',
          ResourcePath: '/~1scarce',
          ThrottlingRateLimit: 0.0001,
          ThrottlingBurstLimit: 2,
        },
      ],
    }),
  },
};

let pool: InstancePool;
export let running: RunningApi;
/** The terminal's lines about failed requests. */
export const reported: string[] = [];
const assembly = writeSmallAssembly(small);

before(async () => {
  const read = readAssembly(assembly.folder);
  const credentials = () => ({ accessKeyId: 'key', secretAccessKey: 'secret' });
  const logs = createLogs();
  pool = createPool({
    functions: functionsOf(read),
    logs,
    endpoint: 'http://127.0.0.1:1',
    credentials,
  });
  const [api] = restApisOf(read.resources);
  assert.ok(api);
  const keys = createUsagePlanKeys({ resources: read.resources });
  running = await startRestApi(
    api,
    0,
    pool.invoke,
    permissionsOf(read.resources, pool.functions),
    keys,
    {
      failed: reportsOf((report) => reported.push(report), logs),
    },
  );
});

after(async () => {
  await running.stop();
  await pool.stop();
  assembly.remove();
});

type Sent = {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  token?: string | null;
};
type Got = {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
  raw: string[];
};

/** A plain request: fetch would tidy paths and header names. */
export const send = (
  path: string,
  { method = 'GET', headers = {}, body, token = 'good-1' }: Sent = {},
): Promise<Got> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(running.base_url);
    const all = { ...(token && { 'Api-Key': token }), ...headers };
    const outgoing = request(
      { host: '127.0.0.1', port, path, method, headers: all },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk) => chunks.push(chunk));
        incoming.on('end', () => {
          const { statusCode = 0, headers: got, rawHeaders: raw } = incoming;
          const bytes = Buffer.concat(chunks);
          resolve({ status: statusCode, headers: got, body: bytes.toString(), bytes, raw });
        });
      },
    );
    outgoing.once('error', reject).end(body);
  });

/** Has the function do something particular. */
export const order = (what: unknown, more: Sent = {}) =>
  send('/v1/things', { method: 'POST', body: JSON.stringify(what), ...more });

/** Status and code of an error that the gateway shaped; its ids must agree. */
export const errorOf = async (sent: Promise<Got>) => {
  const { status, headers, body } = await sent;
  assert.equal(headers['content-type'], 'application/problem+json');
  const { code, id } = JSON.parse(body);
  assert.equal(headers['x-request-id'], id);
  assert.equal(headers['x-amzn-requestid'], id);
  return `${status} ${code}`;
};
