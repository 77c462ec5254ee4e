import assert from 'node:assert/strict';
import { after, beforeEach, describe, mock, test } from 'node:test';
import { logger } from '../../../functions/core/logging.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { call, idOf, place, put, stores } from '../../helpers/stored/asking.ts';
import { variantsOf } from '../../helpers/stored/fields.ts';
import { storedOf } from '../../helpers/stored/fixtures.ts';
import type { StoredKind } from '../../helpers/stored/kinds.ts';

// An item that lacks a field which it cannot be read without: its list shows the others and counts it, and its own route
// fails. Both log the item without its key, which sets off the alarm.

after(() => stores.stop());

const logged = mock.method(logger, 'error', () => undefined);
beforeEach(() => logged.mock.resetCalls());

type Listed = {
  readonly kind: StoredKind;
  readonly words?: readonly string[];
  readonly list: string;
  readonly query?: (item: Any) => [string, string][];
  /** The route of the resource alone; absent where none has it. */
  readonly get?: string;
};

const listed: readonly Listed[] = [
  { kind: 'account', words: ['active'], list: 'accounts.list', get: 'accounts.get' },
  {
    kind: 'customer',
    words: ['individual', 'active'],
    list: 'customers.list',
    get: 'customers.get',
  },
  {
    kind: 'customer',
    words: ['individual', 'active'],
    list: 'customers.list',
    query: ({ sk }) => [['ids', String(sk)]],
  },
  {
    kind: 'customer',
    words: ['individual', 'active'],
    list: 'customers.list',
    query: ({ sort_name }) => [['name', String(sort_name).split(/[ /]/)[0] ?? '']],
  },
  { kind: 'document', words: ['accepted'], list: 'documents.list', get: 'documents.get' },
  { kind: 'document', words: ['accepted'], list: 'documents.list-all' },
  {
    kind: 'verification',
    words: ['verified'],
    list: 'verifications.list',
    get: 'verifications.get',
  },
  { kind: 'verification', words: ['requires_input'], list: 'verifications.list-all' },
  { kind: 'screening', words: ['open'], list: 'screenings.list', get: 'screenings.get' },
  {
    kind: 'onboarding-link',
    words: ['active'],
    list: 'onboarding-links.list',
    get: 'onboarding-links.get',
  },
  { kind: 'agreement', list: 'agreements.list' },
  { kind: 'card', words: ['virtual', 'active'], list: 'cards.list', get: 'cards.get' },
  {
    kind: 'card',
    words: ['virtual', 'active'],
    list: 'cards.list',
    query: ({ customer_id }) => [['customer_id', customer_id]],
  },
  {
    kind: 'authorization',
    words: ['approved'],
    list: 'authorizations.list-all',
    get: 'authorizations.get',
  },
  { kind: 'transaction', list: 'transactions.list', get: 'transactions.get' },
  { kind: 'webhook', words: ['enabled'], list: 'webhooks.list', get: 'webhooks.get' },
  { kind: 'event', words: ['customer'], list: 'events.list', get: 'events.get' },
  { kind: 'delivery', words: ['failed'], list: 'deliveries.list', get: 'deliveries.get' },
  {
    kind: 'authorization-endpoint',
    list: 'authorization-endpoints.list',
    get: 'authorization-endpoints.get',
  },
];

const whole = async ({ list, query }: Listed, item: Any) => {
  const answer = await call(list, item, { query: [['limit', '100'], ...(query?.(item) ?? [])] });
  assert.equal(answer.status, 200, JSON.stringify(answer.json));
  return answer.json as {
    readonly data: readonly { readonly id: string }[];
    readonly unreadable: number;
  };
};

/** The lines of the alarm, which name the item and have nothing of its key. */
const namedItems = ({ pk, external_id }: Any) => {
  const lines = logged.mock.calls.flatMap(({ arguments: [event, fields] }) =>
    String(event) === 'stored_item_unreadable' ? [fields as Any] : [],
  );
  for (const line of lines) {
    const text = JSON.stringify(line);
    assert.ok(line.table && line.kind && line.problem && line.unreadable_items === 1, text);
    assert.ok(!text.includes(String(pk)) && !(external_id && text.includes(external_id)), text);
  }
  return lines.length;
};

for (const one of listed) {
  const { kind, words = [], list, query, get } = one;
  describe(
    [kind, ...words, 'in', list, ...(query ? ['by', query({ sort_name: '' })[0]?.[0]] : [])].join(
      ' ',
    ),
    () => {
      const [found] = storedOf(kind, ...words);
      const { item } = found ?? assert.fail(`nothing was stored of ${kind}`);
      for (const { path, lacking, defaulted } of variantsOf(kind, item)) {
        if (defaulted !== undefined) continue;
        test(`without ${path.join('.')}: the list lacks it and counts it, and its own route fails`, async () => {
          await place(String(item.pk).split('/')[0] ?? '');
          await put(kind, item);
          const before = await whole(one, item);
          assert.equal(before.unreadable, 0);
          assert.ok(before.data.some(({ id }) => id === idOf(item)));
          await put(kind, lacking);
          const after = await whole(one, item);
          assert.deepEqual(after.unreadable, 1);
          assert.deepEqual(
            after.data.map(({ id }) => id),
            before.data.map(({ id }) => id).filter((id) => id !== idOf(item)),
          );
          assert.equal(namedItems(item), 1);
          if (get) {
            const { status, json } = await call(get, item);
            assert.deepEqual([status, json.code], [500, 'unreadable_item'], JSON.stringify(json));
            assert.equal(namedItems(item), 2);
          }
          await put(kind, item);
        });
      }
    },
  );
}

test('a change of a card that cannot be read fails with the error of its own', async () => {
  const [{ item } = assert.fail('no card was stored')] = storedOf('card', 'virtual', 'active');
  const [variant] = variantsOf('card', item).filter(({ defaulted }) => defaulted === undefined);
  await place(String(item.pk).split('/')[0] ?? '');
  await put('card', variant?.lacking);
  const { status, json } = await call('cards.freeze', item, { body: {} });
  assert.deepEqual([status, json.code], [500, 'unreadable_item'], JSON.stringify(json));
  assert.equal(namedItems(item), 1);
  await put('card', item);
});
