import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import type { Route } from '../../../functions/contract/route.ts';
import { validCall } from '../examples.ts';
import { provocationsOf } from '../own-refusals.ts';
import { operationOf } from '../printed-document.ts';
import { asRepeated, type Rule, textOf } from './suite.ts';

/** What a valid request is answered, and each refusal that is the route's own. */
export const answersRule: Rule = ({ tenant }, route) => {
  test('the example of the route is answered as declared', async () => {
    const answer = await tenant.call(await validCall(route, tenant));
    assert.equal(answer.status, route.returns.status, answer.text);
    if (answer.body?.version !== undefined) assert.equal(answer.headers.etag, `"${answer.body.version}"`);
  });

  test('header names are taken in any case', async () => {
    const call = await validCall(route, tenant);
    const headers = { 'api-key': undefined, 'API-KEY': tenant.secret_key, 'X-Tenant-ID': tenant.tenant_id };
    assert.equal((await tenant.call({ ...call, headers })).status, route.returns.status);
  });

  const { responses } = operationOf(route);

  if ('201' in responses)
    test('a location leads to what was made', async () => {
      const call = await validCall(route, tenant);
      const answer = await tenant.call({ ...call, body: withMaps(route, call.body) });
      const { location = '' } = answer.headers;
      assert.match(location, /^\/v1\//);
      const made = await tenant.call({ method: 'GET', path: location.slice('/v1'.length) });
      assert.equal(textOf(made), textOf(asRepeated(route, answer)));
    });

  if ('304' in responses)
    test('what the caller has already is not sent again', async () => {
      const call = await validCall(route, tenant);
      const { etag = '' } = (await tenant.call(call)).headers;
      for (const tag of [etag, `W/${etag}`, `"0", ${etag}`, '*']) {
        const known = await tenant.call({ ...call, headers: { 'if-none-match': tag } });
        assert.deepEqual([known.status, known.text, known.headers.etag], [304, '', etag], tag);
      }
      assert.equal((await tenant.call({ ...call, headers: { 'if-none-match': '"0"' } })).status, 200);
    });

  if (route.method === 'GET' && !('304' in responses))
    test('what is more than its version is always sent', async () => {
      const call = await validCall(route, tenant);
      const { etag = '"1"' } = (await tenant.call(call)).headers;
      for (const tag of [etag, '*'])
        assert.equal((await tenant.call({ ...call, headers: { 'if-none-match': tag } })).status, 200, tag);
    });

  for (const [code, provoke] of provocationsOf(route)) {
    test(`${code} is refused when it should be`, async () => {
      const answer = await tenant.call(await provoke(tenant));
      assert.equal(answer.body.code, code, answer.text);
    });
  }
};

/** Pairs in an order that no table keeps. */
const pairs = Object.fromEntries([...'qzamxbkc'].map((letter) => [`x-${letter}`, letter]));

/** A body with every map that its route takes: what was made must be the same bytes later, however a table orders it. */
const withMaps = (route: Route, body: unknown): unknown =>
  ['metadata', 'headers'].reduce((sent, name) => {
    const more = { ...(sent as object), [name]: pairs };
    return route.body && z.safeParse(route.body, more).success ? more : sent;
  }, body);
