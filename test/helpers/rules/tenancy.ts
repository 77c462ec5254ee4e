import assert from 'node:assert/strict';
import { idsAt } from '../../../functions/core/new-id.ts';
import { tenant as caller } from '../api-event.ts';
import { pathOf, type Valid, validCall } from '../examples.ts';
import { nobodys, plain, type Rule } from './suite.ts';
import type { UnservedRule } from './unserved.ts';

/** One business cannot see, change or even recognise what belongs to another. */
export const tenancyRule: Rule = ({ tenant, stranger }, route, holds) => {
  if ('public' in route) return;
  const parameters = [...route.path.matchAll(/\{(\w+)_id\}/g)].map(
    ([, resourceType = '']) => resourceType,
  );
  const asked = (call: Valid, params: Readonly<Record<string, string>>) =>
    tenant.call({ ...call, path: pathOf(route, params) });

  if (parameters.length === 0) return;

  holds('what another business has is answered byte for byte as what nobody has', async () => {
    const theirs = await validCall(route, stranger);
    const { params } = theirs;
    const itself = {
      method: 'GET',
      path: `/${route.path.split('/')[1]}/${Object.values(params)[0]}`,
    };
    const before = await stranger.call(itself);
    const foreign = plain(await asked(theirs, params));
    assert.match(foreign.text, new RegExp(`"code":"${parameters[0]}_not_found"`));
    assert.equal(foreign.status, 404);
    assert.deepEqual(foreign, plain(await asked(theirs, nobodys(params))));
    const [name = ''] = Object.keys(params);
    assert.deepEqual(foreign, plain(await asked(theirs, { ...params, [name]: 'x' })));
    assert.deepEqual(plain(await stranger.call(itself)), plain(before));
  });
};

/** The business that a caller may name is the one of its key; an id that is none belongs to nobody. */
export const namesRule: UnservedRule = ({ call: send, valid: call }, route, holds) => {
  if (!('public' in route))
    holds('x-tenant-id is taken when it is the business of the key, and no other', async () => {
      const naming = (value: string | string[], name = 'x-tenant-id') =>
        send({ ...call, headers: { [name]: value } });
      for (const name of ['x-tenant-id', 'X-Tenant-ID'])
        for (const value of [caller, [caller, caller]])
          assert.equal((await naming(value, name)).status, route.returns.status);
      const another = idsAt(new Date())('tenant');
      for (const other of [another, 'biz_1', '', caller.toUpperCase(), [caller, another]]) {
        const answer = await naming(other);
        assert.deepEqual(
          [answer.status, answer.body.code],
          [403, 'tenant_mismatch'],
          String(other),
        );
      }
    });

  const [[name = '', own = ''] = []] = Object.entries(call.params);
  if (!name.endsWith('_id')) return;
  holds('what is no id is answered as an id that nobody has', async () => {
    const otherwise = [
      own.slice(0, -1),
      `${own}0`,
      own.toUpperCase(),
      own.replace('_', '-'),
      own.replace(/^\w/, 'x'),
    ];
    const nothing = [
      'x',
      '%00',
      '%F0%9F%92%B8',
      '..%2Faccounts',
      '__proto__',
      "'%20OR%201=1",
      'a'.repeat(3000),
    ];
    for (const id of [...otherwise.filter((one) => one !== own), ...nothing]) {
      const answer = await send({ ...call, path: pathOf(route, { ...call.params, [name]: id }) });
      assert.deepEqual(
        [answer.status, answer.body.code],
        [404, `${name.slice(0, -3)}_not_found`],
        id,
      );
    }
  });
};
