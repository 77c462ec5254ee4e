import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Call } from '../call.ts';
import { pathOf, validCall } from '../examples.ts';
import { nobodys, type Rule } from './suite.ts';

/** A thing that is wrong with a request, and the refusal it ends in when nothing before it is wrong. */
type Fault = { readonly code: string; readonly applies: boolean; readonly worsen: (call: Call) => Call };

/** A request with everything wrong is refused for the first thing in the documented order; then that is put right, and so on. */
export const orderRule: Rule = ({ tenant, stranger, suspended, badKeys }, route) => {
  const [guarded, takesBody] = [!('public' in route), 'body' in route];
  const noun = /\{(\w+)_id\}/.exec(route.path)?.[1];
  const faults: readonly Fault[] = [
    { code: 'unauthorized', applies: guarded, worsen: withHeader('api-key', badKeys.unknown) },
    { code: 'account_suspended', applies: guarded, worsen: withHeader('api-key', suspended.secret_key) },
    { code: 'tenant_mismatch', applies: guarded, worsen: withHeader('x-tenant-id', stranger.tenant_id) },
    { code: 'unsupported_media_type', applies: takesBody, worsen: withHeader('content-type', 'text/plain') },
    { code: 'body_too_large', applies: true, worsen: (call) => ({ ...call, text: '{'.padEnd(262_145) }) },
    { code: 'idempotency_key_required', applies: route.method === 'POST', worsen: withHeader('idempotency-key', '') },
    { code: 'malformed_json', applies: takesBody, worsen: (call) => ({ ...call, text: '{' }) },
    { code: 'validation_failed', applies: true, worsen: (call) => ({ ...call, query: [['no_such', '1']] }) },
    { code: `${noun}_not_found`, applies: noun !== undefined, worsen: (call) => call },
  ];

  test('of all that is wrong, the first in the documented order is answered', async () => {
    const call = await validCall(route, tenant);
    const nowhere = { ...call, path: pathOf(route, nobodys(call.params)) };
    const wrong = faults.filter(({ applies }) => applies);
    for (const [first, { code }] of wrong.entries()) {
      const answer = await tenant.call(
        wrong.slice(first).reduceRight<Call>((worse, { worsen }) => worsen(worse), nowhere),
      );
      assert.equal(answer.body.code, code, answer.text);
    }
  });
};

const withHeader =
  (name: string, value: string | undefined) =>
  (call: Call): Call => ({ ...call, headers: { ...call.headers, [name]: value } });
