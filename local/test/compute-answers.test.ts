import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { order, refusal, send } from './helpers/small-api.ts';

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
