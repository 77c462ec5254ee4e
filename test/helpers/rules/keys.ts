import assert from 'node:assert/strict';
import { scopeOf } from '../../../functions/core/resource-routes.ts';
import type { Answer } from '../call.ts';
import type { Valid } from '../examples.ts';
import { wellFormed } from '../in-process.ts';
import { plain, type Rule } from './suite.ts';

/**
 * The keys that may come in: one answer to every key that does not work, so that no caller learns
 * from it which kind it was. A key of a wrong form is refused before its validity is checked.
 */
export const keysRule: Rule = ({ tenant, badKeys, restricted }, route, holds) => {
  const withKey = (call: Valid, key: string | undefined) =>
    tenant.call({ ...call, headers: { 'api-key': key } });

  if ('public' in route) {
    holds('the route without a key answers whatever key is sent', async () => {
      const call = wellFormed(route);
      for (const [kind, key] of Object.entries(badKeys))
        assert.equal((await withKey(call, key)).status, 200, kind);
    });
    return;
  }

  holds('every key that does not work gets one and the same answer', async () => {
    const call = wellFormed(route);
    const { challenge: _said, ...one } = reported(await withKey(call, badKeys.unknown));
    assert.equal(one.status, 401);
    // Whether a key opens anything is decided for all routes alike, so one route shows every kind.
    const kinds = route.id === 'accounts.list' ? Object.keys(badKeys) : ['missing', 'revoked'];
    for (const kind of kinds) {
      const { challenge, ...answer } = reported(await withKey(call, badKeys[kind]));
      assert.deepEqual(answer, one, kind);
      const wrong = /^sk_sandbox_\w{20,}$/.test(badKeys[kind] ?? '')
        ? 'refused'
        : 'missing or malformed';
      assert.equal(challenge, `ApiKey header="Api-Key", error="${wrong}"`, kind);
    }
  });

  holds('a restricted key without its scope gets the name of that scope', async () => {
    const other = route.id === 'cards.reveal' ? 'accounts:read' : 'cards:reveal';
    const { status, body } = await withKey(wellFormed(route), restricted[other]);
    assert.deepEqual(
      [status, body.code, body.required_scope],
      [403, 'insufficient_scope', scopeOf(route)],
    );
  });
};

/** API Gateway names by a header of its own whether the pattern of keys or the authorizer rejected. */
const reported = (answer: Answer) => {
  const { headers, ...rest } = plain(answer);
  const { 'x-amzn-errortype': _gateways, 'www-authenticate': challenge, ...ours } = headers;
  return { ...rest, headers: ours, challenge };
};
