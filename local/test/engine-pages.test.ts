import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCore } from '../dynamodb/engine/core.ts';
import { createNotes, noteOf, putNote } from './helpers/engine-tables.ts';

const core = openCore();
createNotes(core);
/** Small items, then large ones, then small ones: no portion that is read knows how large the next rows are. */
const lengths = [
  ...Array<number>(900).fill(10),
  ...Array<number>(12).fill(200_000),
  ...Array<number>(300).fill(1_000),
];
const keys = lengths.map((_, place) => String(place).padStart(5, '0'));
const sizes = lengths.map((length, place) => {
  putNote(core, noteOf(String(keys[place]), 'ada', { title: { S: 'x'.repeat(length) } }));
  return 'pk'.length + 1 + 'sk'.length + 5 + 'author'.length + 3 + 'title'.length + length;
});
const megabyte = 1024 * 1024;

type Page = {
  readonly Items?: readonly { readonly sk: { readonly S: string } }[];
  readonly Count: number;
  readonly ScannedCount: number;
  readonly LastEvaluatedKey?: object;
  readonly ConsumedCapacity: { readonly CapacityUnits: number };
};

/** The places where pages end, by the rule of DynamoDB: a page has what fits a megabyte, and no more than its limit. */
const expectedPages = (order: readonly number[], limit: number): number[][] => {
  const pages: number[][] = [[]];
  let bytes = 0;
  for (const place of order) {
    const size = sizes[place] ?? 0;
    if (pages.at(-1)?.length === limit || bytes + size > megabyte) {
      pages.push([]);
      bytes = 0;
    }
    pages.at(-1)?.push(place);
    bytes += size;
  }
  // A reader that has got as many as it wanted does not know that they were the last.
  return pages.at(-1)?.length === limit ? [...pages, []] : pages;
};

const readPages = (input: Readonly<Record<string, unknown>>, operation = 'Query'): Page[] => {
  const pages: Page[] = [];
  let ExclusiveStartKey: object | undefined;
  do {
    const page = core.call<Page>(operation, {
      TableName: 'notes',
      ReturnConsumedCapacity: 'TOTAL',
      ...input,
      ...(ExclusiveStartKey && { ExclusiveStartKey }),
    });
    pages.push(page);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return pages;
};

const ofAll = {
  KeyConditionExpression: 'pk = :a',
  ExpressionAttributeValues: { ':a': { S: 'a' } },
};
const ofAuthor = {
  IndexName: 'by_author',
  KeyConditionExpression: 'author = :a',
  ExpressionAttributeValues: { ':a': { S: 'ada' } },
};
const places = [...keys.keys()];

for (const Limit of [undefined, 1, 63, 64, 65, 500, 5_000])
  for (const [name, input, order] of [
    ['a partition', ofAll, places],
    ['a partition backwards', { ...ofAll, ScanIndexForward: false }, places.toReversed()],
    ['an index', ofAuthor, places],
  ] as const)
    test(`pages of ${name} end where DynamoDB ends them, with a limit of ${Limit ?? 'none'}`, () => {
      const expected = expectedPages(order, Limit ?? Number.POSITIVE_INFINITY);
      const limited = Limit === undefined ? {} : { Limit };
      const pages = readPages({ ...input, ...limited });
      const shown = pages.map(({ Items = [] }) => Items.map(({ sk }) => Number(sk.S)));
      assert.deepEqual(shown, expected);
      const counted = readPages({ ...input, ...limited, Select: 'COUNT' });
      assert.deepEqual(
        counted.map(({ Count }) => Count),
        expected.map(({ length }) => length),
      );
      for (const [at, page] of expected.entries()) {
        const bytes = page.reduce((sum, place) => sum + (sizes[place] ?? 0), 0);
        const units = Math.max(1, Math.ceil(bytes / 4_096)) / 2;
        assert.equal(pages[at]?.ConsumedCapacity.CapacityUnits, units);
        assert.equal(counted[at]?.ConsumedCapacity.CapacityUnits, units);
      }
    });

test('a filter leaves out items and no place of a page', () => {
  const values = { ':a': { S: 'a' }, ':long': { N: '900' } };
  const filtered = readPages({
    ...ofAll,
    FilterExpression: 'size(title) > :long',
    ExpressionAttributeValues: values,
  });
  const expected = expectedPages(places, Number.POSITIVE_INFINITY);
  assert.deepEqual(
    filtered.map(({ ScannedCount }) => ScannedCount),
    expected.map(({ length }) => length),
  );
  assert.deepEqual(
    filtered.flatMap(({ Items = [] }) => Items.map(({ sk }) => Number(sk.S))),
    places.filter((place) => (lengths[place] ?? 0) > 900),
  );
});

const prefixed = (prefix: string) => (place: number) => keys[place]?.startsWith(prefix) ?? false;
const long = (place: number) => (lengths[place] ?? 0) > 900;

for (const [FilterExpression, isWanted] of [
  ['sk = :one', prefixed('00700')],
  ['begins_with(sk, :some)', prefixed('011')],
  ['sk = :one OR begins_with(sk, :some)', (at) => prefixed('00700')(at) || prefixed('011')(at)],
  ['begins_with(sk, :some) AND size(title) > :long', (at) => prefixed('011')(at) && long(at)],
  ['size(title) > :long AND sk = :one', () => false],
  ['sk = :one OR size(title) > :long', (at) => prefixed('00700')(at) || long(at)],
  ['NOT begins_with(sk, :some)', (at) => !prefixed('011')(at)],
  ['sk <> :one', (at) => !prefixed('00700')(at)],
] satisfies [string, (place: number) => boolean][])
  for (const Limit of [undefined, 100])
    test(`${FilterExpression} finds all that fits in every page, with a limit of ${Limit ?? 'none'}`, () => {
      const all = { ':one': { S: '00700' }, ':some': { S: '011' }, ':long': { N: '900' } };
      const used = Object.entries(all).filter(([name]) => FilterExpression.includes(name));
      const input = {
        FilterExpression,
        ExpressionAttributeValues: Object.fromEntries(used),
        ...(Limit && { Limit }),
      };
      const pages = readPages(input, 'Scan');
      const scanned = expectedPages(places, Limit ?? Number.POSITIVE_INFINITY);
      assert.deepEqual(
        pages.map(({ ScannedCount }) => ScannedCount),
        scanned.map(({ length }) => length),
      );
      assert.deepEqual(
        pages.map(({ Items = [] }) => Items.map(({ sk }) => Number(sk.S))),
        scanned.map((page) => page.filter(isWanted)),
      );
    });

test('a filter finds a text that JSON writes in another way', () => {
  const other = openCore();
  createNotes(other);
  const titles = Array.from({ length: 200 }, (_, nth) => `"${nth}" \\ é`);
  for (const [nth, title] of titles.entries())
    putNote(other, noteOf(String(nth), 'ada', { title: { S: title } }));
  for (const title of [titles[3], titles[150]]) {
    const { Items } = other.call<{ Items: { title: object }[] }>('Scan', {
      TableName: 'notes',
      FilterExpression: 'title = :title',
      ExpressionAttributeValues: { ':title': { S: title } },
    });
    assert.deepEqual(
      Items.map((item) => item.title),
      [{ S: title }],
    );
  }
  other.close();
});

test('a scan in segments has each item once', () => {
  const all = [0, 1, 2].flatMap((Segment) => readPages({ Segment, TotalSegments: 3 }, 'Scan'));
  const found = all.flatMap(({ Items = [] }) => Items.map(({ sk }) => sk.S));
  assert.deepEqual(found.toSorted(), keys);
});
