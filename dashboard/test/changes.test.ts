import assert from 'node:assert/strict';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { everyRoute } from '../../functions/app/routes.ts';
import { type TestContext, test } from '../../test/helpers/tests.ts';
import type { RouteId } from '../src/api/client.ts';
import { consistentLists, readAgain } from '../src/api/read-again.ts';
import { rebased } from '../src/api/rebase.ts';

/** The reads at once and within some seconds after a change, on a page that shows these routes. */
const readsAfter = async (
  t: TestContext,
  [change, answer]: readonly [change: RouteId, answer: unknown],
  shown: Readonly<Record<string, unknown>>,
) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000 } } });
  const reads: string[] = [];
  for (const [route, held] of Object.entries(shown)) {
    const queryKey = ['sandbox', route, {}];
    queries.setQueryData(queryKey, held);
    const queryFn = () => {
      reads.push(route);
      return held;
    };
    new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {});
  }
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms);
    await new Promise(setImmediate);
  };
  readAgain(queries, change, answer);
  const held = Object.fromEntries(
    Object.keys(shown).map((route) => [route, queries.getQueryData(['sandbox', route, {}])]),
  );
  await pass(0);
  const atOnce = [...reads];
  await pass(5_000);
  queries.clear();
  t.mock.timers.reset();
  return { atOnce, all: reads.toSorted(), held };
};

const card = { id: 'crd_1', object: 'card', status: 'active', version: 1 };
const frozen = { ...card, status: 'frozen', version: 2 };

test('a change reads again what it touches, once: what is consistent at once, a list of an index when it shows the change', async (t) => {
  const { atOnce, all } = await readsAfter(t, ['cards.freeze', frozen], {
    'cards.get': card,
    'cards.list-limits': { data: [] },
    'cards.list': { data: [card] },
    'customers.get': {},
    'customers.timeline': { pages: [] },
    'authorizations.list': { data: [] },
    'overview.get': {},
    'documents.download': {},
  });
  assert.deepEqual(atOnce, ['cards.get', 'cards.list-limits']);
  const touched = ['cards.get', 'cards.list', 'cards.list-limits', 'customers.timeline'];
  assert.deepEqual(all, [...touched, 'overview.get']);
});

test('the answer of a change is shown at once, also in lists, with the members that are shown and no others', async (t) => {
  const { held } = await readsAfter(t, ['cards.freeze', { ...frozen, secret: 'once' }], {
    'cards.get': { ...card, parts: 'of one' },
    'cards.list': { data: [{ ...card, id: 'crd_2' }, card], has_more: false },
    'cards.list-all': { pages: [{ data: [card] }] },
    'events.get': { id: 'evt_1', object: 'event', data: card },
  });
  assert.deepEqual(held, {
    'cards.get': { ...frozen, parts: 'of one' },
    'cards.list': { data: [{ ...card, id: 'crd_2' }, frozen], has_more: false },
    'cards.list-all': { pages: [{ data: [frozen] }] },
    'events.get': { id: 'evt_1', object: 'event', data: card },
  });
});

test('a resource that was deleted is not read again, and a consistent list lacks it at once', async (t) => {
  const { all } = await readsAfter(t, ['webhooks.delete', undefined], {
    'webhooks.get': {},
    'webhooks.list': { data: [] },
  });
  assert.deepEqual(all, ['webhooks.list']);
  const removed = await readsAfter(t, ['operators.remove', undefined], {
    'operators.get': {},
    'operators.list': { data: [] },
  });
  assert.deepEqual(removed.atOnce, ['operators.list']);
});

test('the lists that are read at once are those that no index answers', () => {
  const consistent = everyRoute.filter(
    ({ id, permissions }) =>
      /\.list(-limits)?$/.test(id) &&
      'resources' in permissions &&
      !Object.values(permissions).flat().includes('query'),
  );
  assert.deepEqual(consistent.map(({ id }) => id).toSorted(), consistentLists);
});

const owner = { id: 'opr_1', object: 'operator', email: 'ada@example.com', role: 'owner' };
const invited = { ...owner, id: 'opr_2', email: 'new@example.com', role: 'viewer' };

test('a new resource is shown at once, first on the first page of its list, and on no page that leaves it out', () => {
  const queries = new QueryClient();
  const shown = (...of: readonly unknown[]) => {
    const queryKey = ['live', 'operators.list', ...of];
    queries.setQueryData(queryKey, { data: [owner], has_more: true });
    return () => queries.getQueryData<{ data: unknown[] }>(queryKey)?.data;
  };
  const first = ['People', { query: {} }, undefined];
  const pages = [
    shown(...first),
    shown({ query: { limit: 100, role: 'viewer' } }),
    shown({ query: { role: 'owner' } }),
    shown('People', { query: {} }, 'a-cursor'),
    shown({}, 'form'),
  ];
  readAgain(queries, 'operators.invite', { ...invited, password: 'once' });
  const [withIt, without] = [[invited, owner], [owner]];
  assert.deepEqual(
    pages.map((data) => data()),
    [withIt, withIt, without, without, without],
  );
  readAgain(queries, 'operators.change', { ...invited, id: 'opr_3' });
  assert.deepEqual(pages[0]?.(), withIt);
  queries.clear();
});

test('an edit is repeated for the newest version with the fields that it changes, unless one of these has changed', () => {
  const read = { url: 'a', description: 'x', headers: { one: '****' } };
  const patch = { url: 'b', description: 'x', headers: {} };
  assert.deepEqual(rebased(patch, read, { ...read, description: 'y' }), { url: 'b' });
  assert.equal(rebased(patch, read, { ...read, url: 'c' }), undefined);
  // The first try has arrived, though its answer was lost.
  assert.deepEqual(rebased(patch, read, { ...read, url: 'b' }), { url: 'b' });
});
