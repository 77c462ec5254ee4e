import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Valid, validCall } from '../examples.ts';
import { plain, type Rule } from './suite.ts';

/** Who may come in: one answer to every key that does not work, so that nobody learns from it which kind it was. */
export const keysRule: Rule = ({ tenant, suspended, badKeys }, route) => {
  const withKey = (call: Valid, key: string | undefined) => tenant.call({ ...call, headers: { 'api-key': key } });

  if ('public' in route) {
    test('the route without a key answers whatever key is sent', async () => {
      const call = await validCall(route, tenant);
      for (const [kind, key] of Object.entries(badKeys)) assert.equal((await withKey(call, key)).status, 200, kind);
    });
    return;
  }

  test('every key that does not work gets one and the same answer', async () => {
    const call = await validCall(route, tenant);
    const unknown = plain(await withKey(call, badKeys.unknown));
    assert.equal(unknown.status, 401);
    for (const [kind, key] of Object.entries(badKeys)) assert.deepEqual(plain(await withKey(call, key)), unknown, kind);
  });

  test('a suspended account is refused', async () => {
    const answer = await suspended.call(await validCall(route, tenant));
    assert.deepEqual([answer.status, answer.body.code], [403, 'account_suspended']);
  });
};
