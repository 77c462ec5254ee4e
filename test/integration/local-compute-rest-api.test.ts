import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { readAssembly } from '../../local/assembly.ts';
import { functionsOf } from '../../local/functions/lambda-function.ts';
import { createLogs } from '../../local/functions/logs.ts';
import { createPool, type Pool } from '../../local/functions/pool.ts';
import { restApisOf } from '../../local/rest-api/model.ts';
import { permissionsOf } from '../../local/rest-api/permission.ts';
import { type RunningApi, startRestApi } from '../../local/rest-api/server.ts';
import { type Small, writeSmallAssembly } from '../helpers/small-assembly.ts';

/** Does what the token's word says; the number makes tokens distinct. */
const authorizer = `let asked = 0;
exports.handler = async ({ authorizationToken, methodArn, type }) => {
  asked += 1;
  const [word] = authorizationToken.split('-');
  if (word === 'unknown') throw new Error('Unauthorized');
  if (word === 'broken') throw new Error('no database');
  if (word === 'empty') return {};
  const Resource = word === 'only' ? methodArn : methodArn.replace(/\\/v1\\/.*/, '/v1/*');
  const context = word === 'deep' ? { list: [1] } : { tenant_id: 'biz_1', asked, type, methodArn };
  const Effect = word === 'deny' ? 'Deny' : 'Allow';
  return { principalId: 'biz_1', policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect, Resource }] }, context };
};`;

/** Answers what the body says, or the event itself. */
const things = `exports.handler = async (event) => {
  const order = event.body ? JSON.parse(event.body) : undefined;
  if (order?.exit) process.exit(1);
  if (order?.fail) throw new Error('it failed');
  if (order?.wait_ms) await new Promise((go) => setTimeout(go, order.wait_ms));
  if (order && 'answer' in order) return order.answer;
  return { statusCode: 200, headers: { 'x-one': '1' }, multiValueHeaders: { 'x-two': ['a', 'b'] }, body: JSON.stringify(event) };
};`;

const gatewayResponse = (ResponseType: string, StatusCode?: string) => ({
  Type: 'AWS::ApiGateway::GatewayResponse',
  Properties: {
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
    'GET /rest/{rest+}': { function: 'open', open: true },
    'GET /forbidden': { function: 'forbidden', open: true },
    'GET /scarce': { function: 'open', open: true },
  },
  resources: {
    Mayforbidden: { Type: 'AWS::CDK::Metadata', Properties: {} },
    Missing: gatewayResponse('MISSING_AUTHENTICATION_TOKEN', '404'),
    Unauthorized: gatewayResponse('UNAUTHORIZED', '401'),
    Denied: gatewayResponse('ACCESS_DENIED', '403'),
    AuthorizerFailure: gatewayResponse('AUTHORIZER_FAILURE', '500'),
    Timeout: gatewayResponse('INTEGRATION_TIMEOUT', '504'),
    TooLarge: gatewayResponse('REQUEST_TOO_LARGE', '413'),
    Throttled: gatewayResponse('THROTTLED', '429'),
    Default4: gatewayResponse('DEFAULT_4XX'),
    Default5: gatewayResponse('DEFAULT_5XX'),
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: {
        RestApiId: { Ref: 'Api' },
        StageName: 'v1',
        DeploymentId: { Ref: 'Deployment' },
        MethodSettings: [
          { HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: 10_000, ThrottlingBurstLimit: 10_000 },
          { HttpMethod: 'GET', ResourcePath: '/~1scarce', ThrottlingRateLimit: 0.0001, ThrottlingBurstLimit: 2 },
        ],
      },
    },
  },
};

let pool: Pool;
let running: RunningApi;
const assembly = writeSmallAssembly(small);

before(async () => {
  const read = readAssembly(assembly.folder);
  const credentials = () => ({ accessKeyId: 'key', secretAccessKey: 'secret' });
  pool = createPool({ functions: functionsOf(read), logs: createLogs(), endpoint: 'http://127.0.0.1:1', credentials });
  const [api] = restApisOf(read.resources);
  assert.ok(api);
  running = await startRestApi(api, 0, pool.invoke, permissionsOf(read.resources, pool.functions));
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
type Got = { status: number; headers: IncomingHttpHeaders; body: string; raw: string[] };

/** A plain request: fetch would tidy paths and header names. */
const send = (path: string, { method = 'GET', headers = {}, body, token = 'good-1' }: Sent = {}): Promise<Got> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(running.base_url);
    const all = { ...(token && { 'Api-Key': token }), ...headers };
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers: all }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('end', () => {
        const { statusCode = 0, headers: got, rawHeaders: raw } = incoming;
        resolve({ status: statusCode, headers: got, body: Buffer.concat(chunks).toString(), raw });
      });
    });
    outgoing.once('error', reject).end(body);
  });

const order = (what: unknown, more: Sent = {}) =>
  send('/v1/things', { method: 'POST', body: JSON.stringify(what), ...more });

const refusal = async (sent: Promise<Got>) => {
  const { status, headers, body } = await sent;
  assert.equal(headers['content-type'], 'application/problem+json');
  const { code, id } = JSON.parse(body);
  assert.equal(headers['x-request-id'], id);
  assert.equal(headers['x-amzn-requestid'], id);
  return `${status} ${code}`;
};

describe('the event', () => {
  test('has the shape of a REST API’s proxy event', async () => {
    const headers = { 'X-Mixed-Case': ['one', 'two'], 'User-Agent': 'test' };
    const answer = await send('/v1/things/a%20b?x=1&x=2%2F3&y=a+b&z', { headers });
    const { requestContext, headers: seen, multiValueHeaders, ...event } = JSON.parse(answer.body);
    assert.deepEqual(event, {
      resource: '/things/{thing_id}',
      path: '/things/a%20b',
      httpMethod: 'GET',
      queryStringParameters: { x: '2/3', y: 'a b', z: '' },
      multiValueQueryStringParameters: { x: ['1', '2/3'], y: ['a b'], z: [''] },
      pathParameters: { thing_id: 'a%20b' },
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
    });
    assert.equal(seen['X-Mixed-Case'], 'two');
    assert.deepEqual(multiValueHeaders['X-Mixed-Case'], ['one', 'two']);
    assert.equal(seen['X-Forwarded-For'], '127.0.0.1');
    assert.equal(seen['X-Forwarded-Port'], new URL(running.base_url).port);
    assert.equal(seen.Connection, undefined);
    const { identity, authorizer: caller, requestId, requestTime, requestTimeEpoch, ...context } = requestContext;
    assert.equal(identity.sourceIp, '127.0.0.1');
    assert.equal(identity.userAgent, 'test');
    assert.equal(identity.accountId, null);
    assert.equal(requestId, answer.headers['x-amzn-requestid']);
    assert.match(requestTime, /^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
    assert.ok(Number.isInteger(requestTimeEpoch));
    assert.equal(caller.principalId, 'biz_1');
    assert.equal(caller.tenant_id, 'biz_1');
    assert.equal(typeof caller.asked, 'string');
    assert.equal(caller.type, 'TOKEN');
    assert.equal(context.path, '/v1/things/a%20b');
    assert.equal(context.resourcePath, '/things/{thing_id}');
    assert.equal(context.stage, 'v1');
    assert.equal(context.accountId, '000000000000');
  });

  test('has null for what is absent, and no authorizer on an open route', async () => {
    const event = JSON.parse((await send('/v1/open', { token: null })).body);
    assert.equal(event.queryStringParameters, null);
    assert.equal(event.multiValueQueryStringParameters, null);
    assert.equal(event.pathParameters, null);
    assert.equal(event.body, null);
    assert.equal('authorizer' in event.requestContext, false);
  });

  test('carries the body as text, without the headers of the connection', async () => {
    const sent = await send('/v1/things', { method: 'POST', body: '{"é":"✓"}' });
    const event = JSON.parse(sent.body);
    assert.equal(event.body, '{"é":"✓"}');
    assert.equal(
      Object.keys(event.headers).some((name) => /^(content-length|transfer-encoding)$/i.test(name)),
      false,
    );
  });

  test('names the method to the authorizer by its ARN', async () => {
    const event = JSON.parse((await send('/v1/things/a', { token: 'arn-1' })).body);
    const { apiId, authorizer: caller } = event.requestContext;
    assert.equal(caller.methodArn, `arn:aws:execute-api:eu-west-1:000000000000:${apiId}/v1/GET/things/a`);
  });
});

describe('a route', () => {
  const resourceOf = async (path: string) => JSON.parse((await send(path)).body).resource;

  test('with fixed segments wins over one with parameters', async () => {
    assert.equal(await resourceOf('/v1/things/special'), '/things/special');
    assert.equal(await resourceOf('/v1/things/other'), '/things/{thing_id}');
    assert.equal(await resourceOf('/v1/things/'), '/things');
    assert.equal(await resourceOf('/v1/rest/a/b'), '/rest/{rest+}');
  });

  test('that does not exist, and a method it does not have, are MISSING_AUTHENTICATION_TOKEN', async () => {
    for (const path of ['/v1', '/v1/', '/v1/nothing', '/v1/things/a/b', '/v1//things', '/v1/things/a/freeze']) {
      assert.equal(await refusal(send(path)), '404 MISSING_AUTHENTICATION_TOKEN', path);
    }
    for (const method of ['DELETE', 'OPTIONS', 'PUT', 'PROPFIND']) {
      assert.equal(await refusal(send('/v1/things', { method })), '404 MISSING_AUTHENTICATION_TOKEN', method);
    }
    assert.equal((await send('/v1/things', { method: 'HEAD' })).status, 404);
  });

  test('outside the stage is API Gateway’s own Forbidden', async () => {
    const { status, body } = await send('/v2/things');
    assert.equal(status, 403);
    assert.equal(body, '{"message":"Forbidden"}');
  });

  test('with a query that is no percent-encoding is a bad request', async () => {
    assert.equal(await refusal(send('/v1/things?a=%zz')), '400 DEFAULT_4XX');
  });

  test('beyond its throttle is THROTTLED', async () => {
    assert.equal((await send('/v1/scarce')).status, 200);
    assert.equal((await send('/v1/scarce')).status, 200);
    assert.equal(await refusal(send('/v1/scarce')), '429 THROTTLED');
    assert.equal((await send('/v1/open')).status, 200);
  });

  test('whose function the API may not invoke fails as a misconfigured API', async () => {
    assert.equal(await refusal(send('/v1/forbidden')), '500 DEFAULT_5XX');
  });
});

describe('the authorizer', () => {
  const asked = async (token: string, path = '/v1/things') =>
    Number(JSON.parse((await send(path, { token })).body).requestContext.authorizer.asked);

  test('is not started for a token that is missing or misshapen', async () => {
    const before = await asked('count-1');
    for (const token of [null, 'Good-1', 'good1', 'good-1x', '-', 'x'.repeat(5000)]) {
      assert.equal(await refusal(send('/v1/things', { token })), '401 UNAUTHORIZED', String(token));
    }
    assert.equal(await asked('count-2'), before + 1);
  });

  test('is asked once for a token while its answer is kept, for all routes', async () => {
    const first = await asked('kept-1');
    assert.equal(await asked('kept-1'), first);
    assert.equal(await asked('kept-1', '/v1/things/other'), first);
    assert.equal(await asked('kept-2'), first + 1);
  });

  test('that throws Unauthorized refuses, and is asked again', async () => {
    const before = await asked('count-3');
    assert.equal(await refusal(send('/v1/things', { token: 'unknown-1' })), '401 UNAUTHORIZED');
    assert.equal(await refusal(send('/v1/things', { token: 'unknown-1' })), '401 UNAUTHORIZED');
    assert.equal(await asked('count-4'), before + 3);
  });

  test('that denies refuses with ACCESS_DENIED, and its answer is kept', async () => {
    const before = await asked('count-5');
    assert.equal(await refusal(send('/v1/things', { token: 'deny-1' })), '403 ACCESS_DENIED');
    assert.equal(await refusal(send('/v1/things', { token: 'deny-1' })), '403 ACCESS_DENIED');
    assert.equal(await asked('count-6'), before + 2);
  });

  test('that allows one method only denies the others from its kept answer', async () => {
    assert.equal((await send('/v1/things', { token: 'only-1' })).status, 200);
    assert.equal(await refusal(send('/v1/things/a', { token: 'only-1' })), '403 ACCESS_DENIED');
  });

  test('that throws anything else or answers nonsense is AUTHORIZER_FAILURE', async () => {
    for (const token of ['broken-1', 'empty-1', 'deep-1']) {
      assert.equal(await refusal(send('/v1/things', { token })), '500 AUTHORIZER_FAILURE', token);
    }
  });
});

describe('the answer', () => {
  test('is the function’s, with single and repeated headers', async () => {
    const { headers, raw } = await send('/v1/things');
    assert.equal(headers['x-one'], '1');
    assert.deepEqual(
      raw.filter((_, index) => raw[index - 1] === 'x-two'),
      ['a', 'b'],
    );
    assert.equal(headers['content-type'], 'application/json');
    assert.ok(headers['x-amzn-requestid']);
  });

  test('may be bytes, have no body, and another status', async () => {
    assert.equal((await order({ answer: { statusCode: 201, body: 'w6k=', isBase64Encoded: true } })).body, 'é');
    const none = await order({ answer: { statusCode: 204 } });
    assert.equal(none.status, 204);
    assert.equal(none.body, '');
    assert.equal((await order({ answer: { statusCode: '418', body: null } })).status, 418);
  });

  test('keeps headers that the gateway sets itself under another name', async () => {
    const { headers } = await order({ answer: { statusCode: 200, headers: { 'WWW-Authenticate': 'x', Date: 'y' } } });
    assert.equal(headers['www-authenticate'], undefined);
    assert.equal(headers['x-amzn-remapped-www-authenticate'], 'x');
    assert.equal(headers['x-amzn-remapped-date'], 'y');
  });

  test('that is malformed is 502', async () => {
    const bad = [
      null,
      'text',
      [],
      { body: 'x' },
      { statusCode: 'x' },
      { statusCode: 200, body: {} },
      { statusCode: 200, more: 1 },
    ];
    const badHeaders = [{ a: { b: 1 } }, { 'a b': '1' }, { a: '1\r\nSet-Cookie: x' }];
    for (const answer of [...bad, ...badHeaders.map((headers) => ({ statusCode: 200, headers }))]) {
      assert.equal(await refusal(order({ answer })), '502 DEFAULT_5XX', JSON.stringify(answer));
    }
  });

  test('of a function that throws, crashes or runs out of time is 502', async () => {
    for (const what of [{ fail: 1 }, { exit: 1 }, { wait_ms: 60_000 }]) {
      assert.equal(await refusal(order(what)), '502 DEFAULT_5XX', JSON.stringify(what));
    }
    assert.equal((await send('/v1/things')).status, 200);
  });

  test('that comes later than the integration waits is INTEGRATION_TIMEOUT', async () => {
    assert.equal(await refusal(order({ wait_ms: 1000 }, { method: 'PATCH' })), '504 INTEGRATION_TIMEOUT');
  });
});

describe('a request', () => {
  test('of more than 10 MB, or more than Lambda takes, is REQUEST_TOO_LARGE', async () => {
    for (const megabytes of [11, 7]) {
      const body = Buffer.alloc(megabytes * 1024 * 1024, 'x');
      assert.equal(await refusal(send('/v1/things', { method: 'POST', body })), '413 REQUEST_TOO_LARGE');
    }
    assert.equal(
      await refusal(send('/v1/things', { method: 'POST', body: Buffer.alloc(11e6), token: null })),
      '401 UNAUTHORIZED',
    );
  });

  test('with a longer head than API Gateway reads is refused', async () => {
    assert.equal(await refusal(send('/v1/things', { headers: { 'x-long': 'x'.repeat(10_300) } })), '431 DEFAULT_4XX');
    assert.equal(await refusal(send(`/v1/things?a=${'x'.repeat(10_300)}`)), '431 DEFAULT_4XX');
    assert.equal((await send('/v1/things', { headers: { 'x-long': 'x'.repeat(60_000) } })).status, 431);
    assert.equal((await send('/v1/things', { headers: { 'x-long': 'x'.repeat(9000) } })).status, 200);
  });

  test('that is no HTTP, or ends halfway, does no harm', async () => {
    const { port } = new URL(running.base_url);
    const lines = [
      'nonsense\r\n\r\n',
      'GET /v1/things HTTP/1.1\r\n\r\n',
      'GET /v1/things HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n',
      'POST /v1/things HTTP/1.1\r\nHost: a\r\nApi-Key: good-1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
      'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    ];
    for (const line of lines) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.end(line, 'latin1'));
        socket
          .on('error', () => resolve())
          .on('close', () => resolve())
          .resume();
      });
    }
    assert.equal(
      (await send('/v1/things', { headers: { Expect: 'the-moon', Upgrade: 'h2c', Connection: 'upgrade' } })).status,
      200,
    );
    assert.equal((await send(`http://elsewhere.example/v1/things`)).status, 200);
  });
});
