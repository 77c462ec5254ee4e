import assert from 'node:assert/strict';
import { scopeOf } from '../../../functions/core/resource-routes.ts';
import type { Call } from '../call.ts';
import type { AnyRoute } from '../examples.ts';
import { wellFormed } from '../in-process.ts';
import type { Rule } from './suite.ts';
import type { UnservedRule } from './unserved.ts';

/** A thing that is wrong with a request, and the error it ends in when nothing before it is wrong. */
type Fault = {
  readonly code: string;
  readonly applies: boolean;
  readonly worsen: (call: Call) => Call;
};

/** Everything that can be wrong with a request once its caller is known, in the documented order. */
const faultsOf = (route: AnyRoute): readonly Fault[] => {
  const [guarded, takesBody] = [!('public' in route), 'body' in route];
  const faults: readonly Fault[] = [
    { code: 'tenant_mismatch', applies: guarded, worsen: withHeader('x-tenant-id', 'biz_other') },
    {
      code: 'unsupported_media_type',
      applies: takesBody,
      worsen: withHeader('content-type', 'text/plain'),
    },
    {
      code: 'body_too_large',
      applies: true,
      worsen: (call) => ({ ...call, text: '{'.padEnd(262_145) }),
    },
    {
      code: 'idempotency_key_required',
      applies: route.method === 'POST',
      worsen: withHeader('idempotency-key', ''),
    },
    { code: 'malformed_json', applies: takesBody, worsen: (call) => ({ ...call, text: '{' }) },
    {
      code: 'validation_failed',
      applies: true,
      worsen: (call) => ({ ...call, query: [['no_such', '1']] }),
    },
  ];
  return faults.filter(({ applies }) => applies);
};

const worsened = (faults: readonly Fault[], call: Call): Call =>
  faults.reduceRight<Call>((worse, { worsen }) => worsen(worse), call);

/** A request with everything wrong is rejected for the first thing in the documented order; then that is put right, and so on. */
export const orderRule: UnservedRule = ({ call: send, as, valid: call }, route, holds) => {
  const wrong = faultsOf(route);
  const resourceType = /\{(\w+)_id\}/.exec(route.path)?.[1];
  const nowhere = resourceType
    ? { ...call, path: route.path.replaceAll(/\{\w+\}/g, 'nonsense') }
    : call;

  holds('of all that is wrong, the first in the documented order is answered', async () => {
    for (const [first, { code }] of wrong.entries()) {
      const answer = await send(worsened(wrong.slice(first), nowhere));
      assert.equal(answer.body.code, code, answer.text);
    }
    const answer = await send(nowhere);
    if (resourceType) assert.equal(answer.body.code, `${resourceType}_not_found`, answer.text);
    else assert.equal(answer.status, route.returns.status, answer.text);
  });

  if ('public' in route) return;
  holds('a suspended account is rejected before anything else', async () => {
    const answer = await as({ account_status: 'suspended' })(worsened(wrong, nowhere));
    assert.deepEqual([answer.status, answer.body.code], [403, 'account_suspended']);
  });

  holds(
    'a restricted key from another address is rejected before that, and what it may not do before what is wrong',
    async () => {
      const elsewhere = {
        scopes: 'none',
        allowed_ips: '203.0.113.0/24',
        account_status: 'suspended',
      };
      const askedBy = async (who: Readonly<Record<string, string>>) =>
        (await as(who)(worsened(wrong, nowhere))).body;
      assert.equal((await askedBy(elsewhere)).code, 'ip_address_not_allowed');
      assert.equal(
        (await askedBy({ ...elsewhere, allowed_ips: '127.0.0.0/8' })).code,
        'account_suspended',
      );
      const { code, required_scope } = await askedBy({ scopes: 'none', allowed_ips: '' });
      assert.deepEqual([code, required_scope], ['insufficient_scope', scopeOf(route)]);
      assert.equal(
        (await askedBy({ scopes: required_scope, allowed_ips: '' })).code,
        'tenant_mismatch',
      );
    },
  );
};

/** Over HTTP: a key that does not work comes before everything, and what is wrong with a request before what it is about. */
export const reachedInOrderRule: Rule = ({ tenant, suspended, badKeys }, route, holds) => {
  const wrong = faultsOf(route);
  const call = wellFormed(route);

  holds('who calls is asked first, then what is wrong, then whether it is there', async () => {
    const worst = worsened(wrong, call);
    const by = async (key: string | undefined, sent: Call) =>
      (await tenant.call({ ...sent, headers: { ...sent.headers, 'api-key': key } })).body.code;
    if (!('public' in route)) {
      for (const key of [undefined, badKeys.unknown])
        assert.equal(await by(key, worst), 'unauthorized');
      assert.equal(await by(suspended.secret_key, worst), 'account_suspended');
    }
    assert.equal(
      await by(await tenant.keyFor(call.path), worsened(wrong.slice(-1), call)),
      'validation_failed',
    );
  });
};

const withHeader =
  (name: string, value: string | undefined) =>
  (call: Call): Call => ({ ...call, headers: { ...call.headers, [name]: value } });
