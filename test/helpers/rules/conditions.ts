import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validCall } from '../examples.ts';
import type { Rule } from './suite.ts';

/** A change may name the version it was made for, and then never overwrites another one. */
export const conditionsRule: Rule = ({ tenant }, route) => {
  if (route.method !== 'PATCH') return;
  const under = (call: Awaited<ReturnType<typeof validCall>>, tag: string | string[]) =>
    tenant.call({ ...call, headers: { 'if-match': tag } });
  const etagOf = async ({ path }: { readonly path: string }) =>
    (await tenant.call({ method: 'GET', path })).headers.etag ?? '';

  test('a change is taken for any version and for the current one', async () => {
    for (const tagOf of [async () => '*', etagOf]) {
      const call = await validCall(route, tenant);
      const answer = await under(call, await tagOf(call));
      assert.equal(answer.status, route.returns.status, answer.text);
    }
  });

  test('a change for a version that is no longer there is refused and changes nothing', async () => {
    const call = await validCall(route, tenant);
    const stale = await etagOf(call);
    assert.equal((await tenant.call(call)).status, 200);
    const now = await etagOf(call);
    assert.notEqual(now, stale);
    for (const tag of [stale, '"0"', '"99"', '"no-version"', '""']) {
      const answer = await under(call, tag);
      assert.deepEqual([answer.status, answer.body.code], [412, 'version_mismatch'], tag);
    }
    assert.equal(await etagOf(call), now);
  });

  test('If-Match takes one strong tag and nothing else', async () => {
    const call = await validCall(route, tenant);
    const etag = await etagOf(call);
    for (const tag of [`W/${etag}`, `${etag}, "7"`, [etag, etag], '1', '', '*, *', etag.slice(1)]) {
      const answer = await under(call, tag);
      assert.deepEqual([answer.status, answer.body.code], [400, 'validation_failed'], String(tag));
      assert.equal(answer.body.errors[0].parameter, 'header.If-Match');
    }
  });
};
