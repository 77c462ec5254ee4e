import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cursorAt } from '../../../functions/http/cursor.ts';
import { validCall } from '../examples.ts';
import type { Rule } from './suite.ts';

/** A cursor is good for the business, the route, the path and the filters it was made for, and for nothing else. */
export const cursorsRule: Rule = ({ tenant, stranger }, route) => {
  if (!('query' in route) || !('cursor' in route.query._zod.def.shape)) return;
  const scopeOf = (params: object, query: readonly (readonly [string, string])[]) => ({
    tenant: tenant.tenant_id,
    route: route.id as string,
    params,
    filters: Object.fromEntries(query.filter(([name]) => name !== 'limit')),
  });

  test('a cursor is taken where it was made for, whatever the limit, and nowhere else', async () => {
    const call = await validCall(route, tenant);
    const query = (call.query ?? []).filter(([name]) => !name.startsWith('created_'));
    const scope = scopeOf(call.params, query);
    const asked = (cursor: string, more: typeof query = []) =>
      tenant.call({ ...call, query: [...query, ...more, ['cursor', cursor]] });
    const own = cursorAt('zzz', scope);
    assert.equal((await asked(own)).status, 200);
    const foreign = {
      'of another business': cursorAt('zzz', { ...scope, tenant: stranger.tenant_id }),
      'of another route': cursorAt('zzz', { ...scope, route: 'others.list' }),
      'of another path': cursorAt('zzz', { ...scope, params: { ...scope.params, customer_id: 'cus_2' } }),
      'of other filters': cursorAt('zzz', { ...scope, filters: { ...scope.filters, status: 'closed' } }),
      altered: own.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      shortened: own.slice(0, -4),
      lengthened: `${own}AAAA`,
      'in other letters': own.replace(/^./, '%'),
      'of nothing': cursorAt('', scope),
      invented: 'x',
    };
    for (const [what, cursor] of Object.entries(foreign)) {
      const answer = await asked(cursor);
      assert.deepEqual([answer.status, answer.body.code], [400, 'cursor_invalid'], what);
    }
  });

  test('no list shows what belongs to another business', async () => {
    const [mine, theirs] = [await validCall(route, tenant), await validCall(route, stranger)];
    const [own, other] = [await tenant.call(mine), await stranger.call(theirs)];
    assert.ok(own.body.data.length > 0 && other.body.data.length > 0);
    // What has no id, or is read from nowhere, belongs to nobody.
    if (!('id' in own.body.data[0]) || Object.keys(route.needs).length === 0) return;
    const crossed = await tenant.call(theirs);
    if (Object.keys(theirs.params).length > 0) return assert.equal(crossed.status, 404);
    if (theirs.query?.length) assert.deepEqual(crossed.body.data, []);
    const seen = new Set(crossed.body.data.map(({ id }: { id: string }) => id));
    for (const { id } of other.body.data) assert.ok(!seen.has(id));
  });
};
