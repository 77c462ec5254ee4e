import assert from 'node:assert/strict';
import { pageOfEvents } from '../../../functions/core/outbox/table.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { call, idOf, place, put, stores } from '../../helpers/stored/asking.ts';
import { optionalPaths, type Path, withDefault, without } from '../../helpers/stored/fields.ts';
import { flatStored, storedOf } from '../../helpers/stored/fixtures.ts';
import type { StoredKind } from '../../helpers/stored/kinds.ts';
import { after, describe, test } from '../../helpers/tests.ts';

// The routes read a stored item of a release that lacks one of its fields with that field's
// default: it is read, listed, changed and published alike.

after(() => stores.stop());

/** The requests about each kind: a resource, a list that has it, a change of it. */
type StoredItemCase = {
  readonly kind: StoredKind;
  readonly words?: readonly string[];
  readonly get: string;
  readonly list?: string;
  readonly query?: (item: Any) => [string, string][];
  readonly change?: string;
  readonly body?: object;
};

const rename = { metadata: { renamed: 'yes' } };
const asked: readonly StoredItemCase[] = [
  ...['individual active', 'business with-persons'].map((words): StoredItemCase => {
    const change = { change: 'customers.update', body: rename };
    return {
      kind: 'customer',
      words: words.split(' '),
      get: 'customers.get',
      list: 'customers.list',
      ...change,
    };
  }),
  {
    kind: 'customer',
    words: ['individual', 'active'],
    get: 'customers.get',
    list: 'customers.list',
    query: ({ sort_name }) => [['name', String(sort_name).split(/[ /]/)[0] ?? '']],
    change: 'customers.suspend',
  },
  { kind: 'customer', words: ['redaction-done'], get: 'customers.get', list: 'customers.list' },
  { kind: 'document', words: ['accepted'], get: 'documents.get', list: 'documents.list' },
  {
    kind: 'verification',
    words: ['verified'],
    get: 'verifications.get',
    list: 'verifications.list',
  },
  {
    kind: 'verification',
    words: ['requires_input'],
    get: 'verifications.get',
    list: 'verifications.list',
    change: 'verifications.update',
    body: { document_ids: [] },
  },
  { kind: 'screening', words: ['open'], get: 'screenings.get', list: 'screenings.list' },
  {
    kind: 'card',
    words: ['virtual', 'active'],
    get: 'cards.get',
    list: 'cards.list',
    change: 'cards.update',
    body: { nickname: 'Renamed' },
  },
  {
    kind: 'card',
    words: ['physical'],
    get: 'cards.get',
    list: 'cards.list',
    change: 'cards.close',
    body: { reason: 'lost' },
  },
  {
    kind: 'card_token',
    words: ['active'],
    get: 'card-tokens.get',
    change: 'card-tokens.suspend',
    body: {},
  },
  {
    kind: 'authorization',
    words: ['approved'],
    get: 'authorizations.get',
    list: 'authorizations.list-all',
  },
  { kind: 'transaction', get: 'transactions.get', list: 'transactions.list' },
  {
    kind: 'webhook',
    words: ['enabled'],
    get: 'webhooks.get',
    list: 'webhooks.list',
    change: 'webhooks.update',
    body: { description: 'Renamed' },
  },
  // A link expires, and then nothing changes it.
  {
    kind: 'onboarding-link',
    words: ['active'],
    get: 'onboarding-links.get',
    list: 'onboarding-links.list',
  },
  {
    kind: 'recovery',
    words: ['running'],
    get: 'recoveries.get',
    change: 'recoveries.cancel',
    body: {},
  },
  { kind: 'account', words: ['active'], get: 'accounts.get', list: 'accounts.list' },
];

/** The members that differ from one call to the next. */
const stable = (answer: { status: number; json: Any }): Any =>
  JSON.parse(
    JSON.stringify(answer).replaceAll(
      /"(updated_at|since|instance|request_id)":"[^"]*"/g,
      '"$1":""',
    ),
  );

/** The newest event of a resource, as it is signed and sent. */
const newestEvent = async (item: Any): Promise<Any> => {
  const tenant = String(item.pk).split('/')[0] ?? '';
  const { items } = await pageOfEvents(
    stores.db,
    tenant,
    { resource_id: idOf(item) },
    { limit: 1 },
  );
  const [event] = items;
  if (!event) return undefined;
  const { type, data, previous } = JSON.parse(event.body);
  return stable({ status: 0, json: { type, data, previous } });
};

/**
 * The answers of the routes about an item: the resource, the list, the change, and the event that
 * is published of it.
 */
const seenAs = async ({ kind, get, list, query, change, body }: StoredItemCase, item: Any) => {
  await put(kind, item);
  const read = stable(await call(get, item));
  const listed = list && stable(await call(list, item, { query: query?.(item) ?? [] }));
  const changed = change && stable(await call(change, item, { body }));
  return { read, listed, changed, published: change && (await newestEvent(item)) };
};

describe('what a release stored is read, listed and changed alike without a field and with its default', () => {
  for (const one of asked) {
    const [found] = storedOf(one.kind, ...(one.words ?? []));
    const name = [one.kind, ...(one.words ?? []), one.query ? 'by name' : '', one.change ?? '']
      .join(' ')
      .trim();
    test(name, async () => {
      const { item } = found ?? assert.fail('nothing was stored');
      await place(String(item.pk).split('/')[0] ?? '');
      const whole = await seenAs(one, item);
      assert.ok(whole.read.status === 200, JSON.stringify(whole.read));
      if (one.list) assert.ok(whole.listed.json.data?.length > 0, JSON.stringify(whole.listed));
      if (one.change) assert.ok(whole.changed.status === 200, JSON.stringify(whole.changed));
      // A recovery has no events.
      if (one.change && one.kind !== 'recovery')
        assert.equal(whole.published?.json.data.id, idOf(item));
      const paths: Path[] = optionalPaths(one.kind, item);
      assert.ok(paths.length > 0);
      // Many fields of an item have their default, with which it is the whole item.
      const known = new Map([[JSON.stringify(item), whole]]);
      for (const path of paths) {
        const defaulted = withDefault(one.kind, item, path);
        const expected = known.get(JSON.stringify(defaulted)) ?? (await seenAs(one, defaulted));
        known.set(JSON.stringify(defaulted), expected);
        assert.equal(expected.read.status, 200, `${path.join('.')}: ${JSON.stringify(expected)}`);
        assert.deepEqual(await seenAs(one, without(item, path)), expected, path.join('.'));
      }
      await put(one.kind, item);
    });
  }
});

describe('what was stored in one attribute before 0.1.0 is read, listed and changed as what is stored flat', () => {
  for (const one of asked) {
    const inData = storedOf(one.kind, ...(one.words ?? [])).find(({ item }) => item.data);
    if (!inData) continue;
    test([one.kind, ...(one.words ?? [])].join(' '), async () => {
      const { item } = inData;
      await place(String(item.pk).split('/')[0] ?? '');
      const asStored = await seenAs(one, item);
      assert.equal(asStored.read.status, 200);
      assert.deepEqual(asStored, await seenAs(one, flatStored(item)));
      await put(one.kind, item);
    });
  }
});
