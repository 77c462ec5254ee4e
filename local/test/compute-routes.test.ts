import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refusal, send } from './helpers/small-api.ts';

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
