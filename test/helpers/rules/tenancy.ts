import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idsAt } from '../../../functions/store/new-id.ts';
import { pathOf, type Valid, validCall } from '../examples.ts';
import { nobodys, plain, type Rule } from './suite.ts';

/** One business cannot see, change or even recognise what belongs to another. */
export const tenancyRule: Rule = ({ tenant, stranger }, route) => {
  if ('public' in route) return;
  const parameters = [...route.path.matchAll(/\{(\w+)_id\}/g)].map(([, noun = '']) => noun);
  const asked = (call: Valid, params: Readonly<Record<string, string>>) =>
    tenant.call({ ...call, path: pathOf(route, params) });

  test('x-tenant-id is taken when it is the business of the key', async () => {
    const { tenant_id } = tenant;
    const answer = await tenant.call({ ...(await validCall(route, tenant)), headers: { 'x-tenant-id': tenant_id } });
    assert.equal(answer.status, route.returns.status, answer.text);
  });

  test('any other x-tenant-id is refused', async () => {
    const { tenant_id: mine } = tenant;
    const others = [stranger.tenant_id, idsAt(new Date())('tenant'), 'biz_1', '', mine.toUpperCase(), [mine, mine]];
    const call = await validCall(route, tenant);
    for (const other of others) {
      const answer = await tenant.call({ ...call, headers: { 'x-tenant-id': other } });
      assert.deepEqual([answer.status, answer.body.code], [403, 'tenant_mismatch'], String(other));
    }
  });

  if (parameters.length === 0) return;

  test('what another business has is answered byte for byte as what nobody has', async () => {
    const theirs = await validCall(route, stranger);
    const { params } = theirs;
    const itself = { method: 'GET', path: `/${route.path.split('/')[1]}/${Object.values(params)[0]}` };
    const before = await stranger.call(itself);
    const foreign = plain(await asked(theirs, params));
    assert.match(foreign.text, new RegExp(`"code":"${parameters[0]}_not_found"`));
    assert.equal(foreign.status, 404);
    assert.deepEqual(foreign, plain(await asked(theirs, nobodys(params))));
    assert.deepEqual(plain(await stranger.call(itself)), plain(before));
  });

  test('what is no id is answered as an id that nobody has', async () => {
    const call = await validCall(route, tenant);
    const { params } = call;
    const nobody = plain(await asked(call, nobodys(params)));
    const [own = ''] = Object.values(params);
    const otherwise = [own.slice(0, -1), `${own}0`, own.toUpperCase(), own.replace('_', '-'), own.replace(/^\w/, 'x')];
    const nothing = ['x', '%00', '%F0%9F%92%B8', '..%2Faccounts', '__proto__', "'%20OR%201=1", 'a'.repeat(3000)];
    for (const id of [...otherwise, ...nothing]) {
      const [name = ''] = Object.keys(params);
      assert.deepEqual(plain(await asked(call, { ...params, [name]: id })), nobody, id);
    }
  });
};
