import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  type Page,
  type PageRequest,
  pageOf,
  pageOfFixed,
} from '../../../../functions/core/dynamodb/list.ts';
import { pageOfWebhooks, saveWebhook } from '../../../../functions/delivery/webhooks/table.ts';
import { pageOfPersons } from '../../../../functions/identity/persons/table.ts';
import type { Operator } from '../../../../functions/tenants/operators/model.ts';
import { pageOfOperators } from '../../../../functions/tenants/operators/table.ts';
import { aBusinessCustomer, aPerson } from '../../../helpers/fixtures/customers.ts';
import { aStoredWebhook } from '../../../helpers/fixtures/webhooks.ts';
import { pathsOf } from '../../../helpers/paths.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { trials } from '../../../helpers/trials.ts';

test('a cursor whose item was removed continues where it was', () => {
  const page = (ids: string, below?: string) => pageOf([...ids], { limit: 2, below }, (id) => id);
  assert.deepEqual(page('edcba'), { items: ['e', 'd'], next: 'd' });
  assert.deepEqual(page('edcba', 'd'), { items: ['c', 'b'], next: 'b' });
  assert.deepEqual(page('ecba', 'd'), { items: ['c', 'b'], next: 'b' });
  assert.deepEqual(page('edc', 'b'), { items: [], next: null });
});

/** Reads a list page by page; before each next page what `removed` names is no more. */
const read = async <T>(
  list: (gone: ReadonlySet<T>, wanted: PageRequest) => Promise<Page<T>>,
  removed: readonly T[][],
) => {
  const seen: T[] = [];
  const gone = new Set<T>();
  for (let below: string | null | undefined, reads = 0; below !== null; reads++) {
    const page: Page<T> = await list(gone, { limit: 2, below });
    seen.push(...page.items);
    for (const one of removed[reads] ?? []) gone.add(one);
    below = page.next;
  }
  return { seen, gone };
};

type Lister = (
  stored: readonly number[],
) => (gone: ReadonlySet<number>, wanted: PageRequest) => Promise<Page<number>>;

const numberOf = (text: string) => Number(/\d+/.exec(text)?.[0]);
const idOf = (prefix: string, one: number) => `${prefix}_${String(one).padStart(26, '0')}`;
const numbered = <T extends object>(page: Page<T>, numberIn: (one: T) => number): Page<number> => ({
  ...page,
  items: page.items.map(numberIn),
});

/** The ids that the directory gives people have no order: the newest has the smallest id. */
const anOperator = (one: number): Operator => ({
  id: idOf('opr', 99 - one),
  email: `${one}@example.com`,
  role: 'viewer',
  next_role: null,
  leaving: false,
  invited_at: '',
  created_at: new Date(one).toISOString(),
  updated_at: '',
  version: 1,
});

/** Every list in memory whose items come and go. Its items are stored in any order; the newest has the largest number. */
const listers: Readonly<Record<string, Lister>> = {
  'persons/table.ts': (stored) => async (gone, wanted) => {
    const persons = stored
      .filter((one) => !gone.has(one))
      .map((one) => aPerson({ id: idOf('prs', one) }));
    return numbered(pageOfPersons(aBusinessCustomer({ persons }), wanted), ({ id }) =>
      numberOf(id),
    );
  },
  'operators/table.ts': (stored) => async (gone, wanted) => {
    const operators = stored.filter((one) => !gone.has(one)).map(anOperator);
    return numbered(
      pageOfOperators({ tenant_id: 'biz_1', version: 1, operators }, wanted),
      ({ email }) => numberOf(email),
    );
  },
  'webhooks/table.ts': (stored) => async (gone, wanted) => {
    const left = stored.filter((one) => !gone.has(one));
    const writes = left.flatMap((one, position) =>
      saveWebhook(
        aStoredWebhook({ id: idOf('whk', one), slot: String(position + 1).padStart(2, '0') }),
      ),
    );
    const { db, close } = testDatabase(writes);
    const page = await pageOfWebhooks(db, aStoredWebhook().tenant_id, wanted);
    close();
    return numbered(page, ({ webhook }) => numberOf(webhook.id));
  },
};

describe('no page shows an item again, or leaves one out, whatever is removed between two pages', () => {
  const size = 9;
  const shuffled = fc.shuffledSubarray([...Array(size).keys()], { minLength: size });
  const removals = fc.array(fc.uniqueArray(fc.nat(size - 1), { maxLength: 3 }), {
    maxLength: size,
  });
  for (const [file, lister] of Object.entries(listers))
    test(file, () =>
      fc.assert(
        fc.asyncProperty(shuffled, removals, async (stored, removed) => {
          const { seen, gone } = await read(lister(stored), removed);
          assert.deepEqual(
            seen,
            seen.toSorted((one, other) => other - one),
          );
          assert.equal(new Set(seen).size, seen.length);
          assert.deepEqual(
            stored.filter((one) => !gone.has(one) && !seen.includes(one)),
            [],
          );
        }),
        { numRuns: trials(60) },
      ),
    );
});

test('a list that only another release changes keeps its own order', async () => {
  for (const count of [0, 1, 2, 9, 100]) {
    const all = Array.from({ length: count }, (_, position) => (position * 7) % 101);
    const { seen } = await read<number>(async (_, wanted) => pageOfFixed(all, wanted), []);
    assert.deepEqual(seen, all);
  }
});

test('every list in memory is one of these', () => {
  const callers = (name: string) =>
    pathsOf('functions/*/*/*.ts')
      .filter((file) => new RegExp(`\\b${name}\\(`).test(readFileSync(file, 'utf8')))
      .map((file) => file.replace(/^functions\/[^/]+\//, ''))
      .filter((file) => file !== 'dynamodb/list.ts');
  // The handler makes the page of keys and endpoints, by their ids.
  const made = [...Object.keys(listers), 'api-keys/list.ts', 'authorization-endpoints/list.ts'];
  assert.deepEqual(callers('pageOf').toSorted(), made.toSorted());
  const fixed = [
    'cards/list-limits.ts',
    'customer-features/list.ts',
    'event-types/list.ts',
    'features/list.ts',
  ];
  assert.deepEqual(callers('pageOfFixed').toSorted(), fixed);
});
