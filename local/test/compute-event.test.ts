import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { running, send } from './helpers/small-api.ts';

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

  test('carries the bytes of a binary media type as base64, and text of any other as far as it is UTF-8', async () => {
    const bytes = Buffer.from([0x22, 0xe9, 0xff, 0x22]);
    const sentAs = async (type: string) => {
      const headers = { 'Content-Type': type };
      const event = JSON.parse((await send('/v1/open', { method: 'PUT', body: bytes, headers })).body);
      return [event.isBase64Encoded, event.body];
    };
    assert.deepEqual(await sentAs('application/octet-stream'), [true, bytes.toString('base64')]);
    assert.deepEqual(await sentAs('IMAGE/png; q=1'), [true, bytes.toString('base64')]);
    assert.deepEqual(await sentAs('text/plain'), [false, '"\ufffd\ufffd"']);
  });

  test('names the method to the authorizer by its ARN', async () => {
    const event = JSON.parse((await send('/v1/things/a', { token: 'arn-1' })).body);
    const { apiId, authorizer: caller } = event.requestContext;
    assert.equal(caller.methodArn, `arn:aws:execute-api:eu-west-1:000000000000:${apiId}/v1/GET/things/a`);
  });
});
