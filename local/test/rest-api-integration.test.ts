import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync, inflateSync } from 'node:zlib';
import { compressed } from '../rest-api/response.ts';
import { errorOf, order, running, send } from './helpers/small-api.ts';

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
    assert.deepEqual(
      [seen['X-Mixed-Case'], multiValueHeaders['X-Mixed-Case']],
      ['two', ['one', 'two']],
    );
    const forwarded = [seen['X-Forwarded-For'], seen['X-Forwarded-Port'], seen.Connection];
    assert.deepEqual(forwarded, ['127.0.0.1', new URL(running.base_url).port, undefined]);
    const { requestId, requestTime, requestTimeEpoch, apiId } = requestContext;
    assert.equal(requestId, answer.headers['x-amzn-requestid']);
    assert.match(requestTime, /^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
    assert.ok(Number.isInteger(requestTimeEpoch));
    assert.partialDeepStrictEqual(requestContext, {
      identity: { sourceIp: '127.0.0.1', userAgent: 'test', accountId: null },
      authorizer: { principalId: 'biz_1', tenant_id: 'biz_1', type: 'TOKEN' },
      path: '/v1/things/a%20b',
      resourcePath: '/things/{thing_id}',
      stage: 'v1',
      accountId: '000000000000',
    });
    assert.equal(typeof requestContext.authorizer.asked, 'string');
    const named = JSON.parse((await send('/v1/things/a', { token: 'arn-1' })).body).requestContext
      .authorizer.methodArn;
    assert.equal(named, `arn:aws:execute-api:eu-west-1:000000000000:${apiId}/v1/GET/things/a`);
  });

  test('has null for what is absent, and no authorizer on an open route', async () => {
    const event = JSON.parse((await send('/v1/open', { token: null })).body);
    for (const name of [
      'queryStringParameters',
      'multiValueQueryStringParameters',
      'pathParameters',
      'body',
    ])
      assert.equal(event[name], null, name);
    assert.equal('authorizer' in event.requestContext, false);
  });

  test('carries the body as text, without the headers of the connection', async () => {
    const event = JSON.parse(
      (await send('/v1/things', { method: 'POST', body: '{"é":"✓"}' })).body,
    );
    assert.equal(event.body, '{"é":"✓"}');
    const ofTheConnection = Object.keys(event.headers).filter((name) =>
      /^(content-length|transfer-encoding)$/i.test(name),
    );
    assert.deepEqual(ofTheConnection, []);
  });

  test('carries the bytes of a binary media type as base64, and text of any other as far as it is UTF-8', async () => {
    const bytes = Buffer.from([0x22, 0xe9, 0xff, 0x22]);
    const sentAs = async (type: string) => {
      const headers = { 'Content-Type': type };
      const event = JSON.parse(
        (await send('/v1/open', { method: 'PUT', body: bytes, headers })).body,
      );
      return [event.isBase64Encoded, event.body];
    };
    assert.deepEqual(await sentAs('application/octet-stream'), [true, bytes.toString('base64')]);
    assert.deepEqual(await sentAs('IMAGE/png; q=1'), [true, bytes.toString('base64')]);
    assert.deepEqual(await sentAs('text/plain'), [false, '"\ufffd\ufffd"']);
  });
});

describe('the response', () => {
  test('is the function’s, with single and repeated headers', async () => {
    const { headers, raw } = await send('/v1/things');
    assert.deepEqual([headers['x-one'], headers['content-type']], ['1', 'application/json']);
    assert.deepEqual(
      raw.filter((_, index) => raw[index - 1] === 'x-two'),
      ['a', 'b'],
    );
  });

  test('may be bytes, have no body, and another status', async () => {
    assert.equal(
      (await order({ answer: { statusCode: 201, body: 'w6k=', isBase64Encoded: true } })).body,
      'é',
    );
    const none = await order({ answer: { statusCode: 204 } });
    assert.deepEqual([none.status, none.body], [204, '']);
    assert.equal((await order({ answer: { statusCode: '418', body: null } })).status, 418);
  });

  test('keeps headers that the gateway sets itself under another name', async () => {
    const { headers } = await order({
      answer: { statusCode: 200, headers: { 'WWW-Authenticate': 'x', Date: 'y' } },
    });
    assert.equal(headers['www-authenticate'], undefined);
    assert.deepEqual(
      [headers['x-amzn-remapped-www-authenticate'], headers['x-amzn-remapped-date']],
      ['x', 'y'],
    );
  });

  test('that is malformed, or of a function that throws, crashes or runs out of time, is 502', async () => {
    const status = { statusCode: 200 };
    const bad = [
      null,
      'text',
      [],
      { body: 'x' },
      { statusCode: 'x' },
      { ...status, body: {} },
      { ...status, more: 1 },
    ];
    const badHeaders = [{ a: { b: 1 } }, { 'a b': '1' }, { a: '1\r\nSet-Cookie: x' }];
    const malformed = [...bad, ...badHeaders.map((headers) => ({ ...status, headers }))].map(
      (answer) => ({ answer }),
    );
    for (const what of [...malformed, { fail: 1 }, { exit: 1 }, { wait_ms: 60_000 }])
      assert.equal(await errorOf(order(what)), '502 DEFAULT_5XX', JSON.stringify(what));
    assert.equal((await send('/v1/things')).status, 200);
  });

  test('that comes later than the integration waits is INTEGRATION_TIMEOUT', async () => {
    assert.equal(
      await errorOf(order({ wait_ms: 1000 }, { method: 'PATCH' })),
      '504 INTEGRATION_TIMEOUT',
    );
  });
});

describe('compression', () => {
  const long = 'a'.repeat(100);
  const get = async (body: string, accepted?: string, coding?: string) => {
    const headers: Record<string, string> =
      coding === undefined ? {} : { 'content-encoding': coding };
    const accepting: Record<string, string> =
      accepted === undefined ? {} : { 'accept-encoding': accepted };
    const answer = await order(
      { answer: { statusCode: 200, headers, body } },
      { headers: accepting },
    );
    assert.equal(answer.headers['content-length'], String(answer.bytes.length));
    return { coding: answer.headers['content-encoding'], bytes: answer.bytes };
  };

  test('is the one that the caller ranks first', async () => {
    const [gzip, deflate] = [await get(long, 'gzip'), await get(long, 'deflate, gzip;q=0.5')];
    assert.deepEqual([gzip.coding, gunzipSync(gzip.bytes).toString()], ['gzip', long]);
    assert.deepEqual([deflate.coding, inflateSync(deflate.bytes).toString()], ['deflate', long]);
    for (const accepted of [
      'gzip;q=0.5, deflate;q=0.4',
      'br;q=0.1, GZIP',
      'identity;q=0.5, gzip;q=1.0, *;q=0',
    ])
      assert.equal((await get(long, accepted)).coding, 'gzip', accepted);
    for (const accepted of [
      undefined,
      '',
      '*',
      'identity',
      'br',
      'br, gzip',
      'gzip;q=0',
      'constructor',
    ])
      assert.equal((await get(long, accepted)).coding, undefined, accepted);
  });

  test('leaves alone what is shorter, empty or encoded already, and everything where the API has no minimum', async () => {
    assert.equal((await get('a'.repeat(99), 'gzip')).coding, undefined);
    assert.equal((await get('', 'gzip')).coding, undefined);
    const encoded = await get(long, 'gzip', 'br');
    assert.deepEqual([encoded.coding, encoded.bytes.toString()], ['br', long]);
    const request = { headers: [['Accept-Encoding', 'gzip']] } as unknown as Parameters<
      typeof compressed
    >[1];
    const response = { status: 200, headers: [], body: long };
    assert.equal(await compressed(response, request, undefined), response);
  });
});
