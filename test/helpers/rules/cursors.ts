import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { type CursorScope, cursorAt } from '../../../functions/core/http/cursor.ts';
import type { Route } from '../../../functions/core/route.ts';
import { tenant as caller } from '../api-event.ts';
import { aCursorKeys, cursorKeysOf, isPaged } from '../cursor-keys.ts';
import { validCall } from '../examples.ts';
import { everyFilter } from '../in-process.ts';
import type { Any } from '../printed-document.ts';
import type { Rule } from './suite.ts';
import type { UnservedRule } from './unserved.ts';

const scopeOf = (
  { id, query: schema = z.object({}) }: Route,
  tenant: string,
  params: object,
  query: readonly (readonly [string, string])[],
) => {
  const { limit: _limit, ...filters }: Any = z.parse(schema, Object.fromEntries(query));
  return { tenant, route: id, params, filters };
};

const at = (sortKey: string, scope: CursorScope) =>
  cursorAt(aCursorKeys, sortKey, scope, new Date());

/** A cursor is valid for the business, the route, the path and the filters it was made for, and for nothing else. */
export const cursorsRule: UnservedRule = ({ call: send, valid: call }, route, holds) => {
  if (!isPaged(route)) return;

  holds(
    'a cursor is taken where it was made for, whatever the limit, and nowhere else',
    async () => {
      const query = everyFilter(route);
      const scope = scopeOf(route, caller, call.params, query);
      const asked = (cursor: string, limit = '7') =>
        send({ ...call, query: [...query, ['limit', limit], ['cursor', cursor]] });
      const own = await at('zzz', scope);
      for (const limit of ['1', '100']) assert.equal((await asked(own, limit)).status, 200);
      const foreign = {
        'of another business': await at('zzz', { ...scope, tenant: 'biz_other' }),
        'of another route': await at('zzz', { ...scope, route: 'others.list' }),
        'of another path': await at('zzz', {
          ...scope,
          params: { ...scope.params, customer_id: 'cus_2' },
        }),
        'of other filters': await at('zzz', {
          ...scope,
          filters: { ...scope.filters, status: 'closed' },
        }),
        altered: own.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        shortened: own.slice(0, -4),
        lengthened: `${own}AAAA`,
        'in other letters': own.replace(/^./, '%'),
        'of nothing': await at('', scope),
        invented: 'x',
      };
      for (const [what, cursor] of Object.entries(foreign)) {
        const answer = await asked(cursor);
        assert.deepEqual([answer.status, answer.body.code], [400, 'cursor_invalid'], what);
      }
    },
  );
};

/** Over HTTP: every list asks whose cursor it is, and shows nothing of another business. */
export const listsRule: Rule = ({ service, tenant, stranger }, route, holds) => {
  if (!isPaged(route)) return;
  const keys = cursorKeysOf(service);

  holds('a cursor is taken where it was made for, and not from another business', async () => {
    const call = await validCall(route, tenant);
    const query = (call.query ?? []).filter(([name]) => !name.startsWith('created_'));
    const asked = async (by: string) => {
      const cursor = await cursorAt(
        keys,
        'zzz',
        scopeOf(route, by, call.params, query),
        new Date(),
      );
      return tenant.call({ ...call, query: [...query, ['cursor', cursor]] });
    };
    assert.equal((await asked(tenant.tenant_id)).status, 200);
    const answer = await asked(stranger.tenant_id);
    assert.deepEqual([answer.status, answer.body.code], [400, 'cursor_invalid']);
  });

  holds('no list shows what belongs to another business', async () => {
    const [mine, theirs] = [await validCall(route, tenant), await validCall(route, stranger)];
    const [own, other] = [await tenant.call(mine), await stranger.call(theirs)];
    assert.ok(own.body.data.length > 0 && other.body.data.length > 0);
    // An object that has no id, or is read from nowhere, belongs to nobody.
    if (!('id' in own.body.data[0]) || Object.keys(route.permissions).join() === 'cursorKey')
      return;
    const crossed = await tenant.call(theirs);
    if (Object.keys(theirs.params).length > 0) return assert.equal(crossed.status, 404);
    if (theirs.query?.some(([name]) => name !== 'limit')) assert.deepEqual(crossed.body.data, []);
    const seen = new Set(crossed.body.data.map(({ id }: { id: string }) => id));
    for (const { id } of other.body.data) assert.ok(!seen.has(id));
  });
};
