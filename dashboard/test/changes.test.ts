import assert from 'node:assert/strict';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { type TestContext, test } from '../../test/helpers/tests.ts';
import type { RouteId } from '../src/api/client.ts';
import { readAgain } from '../src/api/read-again.ts';
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
  return { atOnce, all: reads.toSorted(), held };
};

const card = { id: 'crd_1', object: 'card', status: 'active', version: 1 };
const frozen = { ...card, status: 'frozen', version: 2 };

test('a change reads again what it touches, once: an object at once, a list when it shows the change', async (t) => {
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
  assert.deepEqual(atOnce, ['cards.get']);
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

test('a resource that was deleted is not read again', async (t) => {
  const { all } = await readsAfter(t, ['webhooks.delete', undefined], {
    'webhooks.get': {},
    'webhooks.list': { data: [] },
  });
  assert.deepEqual(all, ['webhooks.list']);
});

test('an edit is repeated for the newest version with the fields that it changes, unless one of these has changed', () => {
  const read = { url: 'a', description: 'x', headers: { one: '****' } };
  const patch = { url: 'b', description: 'x', headers: {} };
  assert.deepEqual(rebased(patch, read, { ...read, description: 'y' }), { url: 'b' });
  assert.equal(rebased(patch, read, { ...read, url: 'c' }), undefined);
  // The first try has arrived, though its answer was lost.
  assert.deepEqual(rebased(patch, read, { ...read, url: 'b' }), { url: 'b' });
});
