import assert from 'node:assert/strict';
import { join } from 'node:path';
import { BatchWriteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Progress } from '../../../bin/ops/backfill/run.ts';
import { chunksOf } from '../../../functions/core/json.ts';
import { readWhole } from '../../../local/files.ts';
import { until } from '../../../local/test/helpers/until.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { flatStored, storedOf } from '../../helpers/stored/fixtures.ts';
import { startOperated } from '../../helpers/stored/operated.ts';
import { after, test } from '../../helpers/tests.ts';

const operated = await startOperated();
after(() => operated.stop());
const { client, nameOf } = operated;
const TableName = nameOf('resources');

const [{ item: customer } = assert.fail()] = storedOf('customer', 'individual', 'active');
const customers_max = 1_000;

/** A customer as an earlier release stored it: without its place in the index by names, or with an older one. */
const older = (nth: number): Any => {
  const { name_key, sort_name, ...item } = customer;
  const id = `cus_${String(nth).padStart(26, '0')}`;
  const named = { ...item, id, sk: id, last_name: `Name ${nth}` };
  return nth % 3 === 0 ? { ...named, name_key, sort_name } : named;
};
const written = Array.from({ length: customers_max }, (_, nth) => older(nth));
const { type, ...unreadable } = older(customers_max);
const others = [...new Map(storedOf('card').map(({ item }) => [item.sk, item])).values()];

const kindsInData = [
  'agreement',
  'document',
  'verification',
  'screening',
  'screening-monitor',
  'activation',
  'onboarding-link',
] as const;
const copies_max = 15;
const keyOf = ({ pk, sk }: Any) => `${pk} ${sk}`;

/** Resources as they were stored before 0.1.0, each many times. */
const stored = kindsInData
  .flatMap((kind) => storedOf(kind))
  .filter(({ release }) => release === 'before-0.1.0')
  .map(({ item }) => [keyOf(item), item] as const);
const inData = [...new Map(stored).values()].flatMap((item) =>
  Array.from({ length: copies_max }, (_, nth) => ({ ...item, pk: `${item.pk}/${nth}` })),
);

for (const some of chunksOf([...written, unreadable, ...others, ...inData], 25))
  await client.send(
    new BatchWriteCommand({
      RequestItems: { [TableName]: some.map((Item) => ({ PutRequest: { Item } })) },
    }),
  );

const all = async (): Promise<Any[]> => {
  const found: Any[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName })) found.push(...Items);
  return found;
};
const start = (name: string, ...words: string[]) => operated.start('backfill', name, ...words);

/** Kills a backfill when it has saved a page in which it wrote. */
const startAndKill = async (name: string): Promise<void> => {
  const file = join(operated.folder, `.restore/backfill-${name}-sandbox-local.json`);
  const { child, ended } = start(name, '--per-second', '600');
  await until(() => (readWhole<Progress>(file)?.written ?? 0) > 0, 'it has saved a page');
  child.kill('SIGKILL');
  await ended;
};

test('a backfill that is killed goes on where it was, and writes nothing twice', async () => {
  await startAndKill('customer-names');
  const rest = start('customer-names', '--per-second', '100000');
  assert.equal(await rest.ended, 1, 'one item cannot be read');
  assert.match(rest.stdout(), /behind [1-9]\d+ items/);
  assert.ok(rest.stderr().includes(`the customer ${unreadable.id} has no`), rest.stderr());
  assert.match(rest.stderr(), /ops -- repair/);
  const items = await all();
  const named = items.filter(({ id }) => written.some((one) => one.id === id));
  assert.equal(named.length, customers_max);
  for (const { name_key, sort_name, last_name } of named)
    assert.deepEqual(
      [name_key, sort_name.includes(last_name.toLowerCase())],
      [customer.name_key, true],
      sort_name,
    );
  const cards = items.filter(({ sk }) => sk.startsWith('card_'));
  assert.deepEqual(cards.map(({ sk }) => sk).toSorted(), others.map(({ sk }) => sk).toSorted());

  const done = start('customer-names');
  assert.deepEqual(
    [await done.ended, done.stdout().includes('It is done')],
    [0, true],
    done.stderr(),
  );
  const again = start('customer-names', '--again', '--per-second', '100000');
  await again.ended;
  assert.match(
    again.stdout(),
    new RegExp(`${customers_max + 1} read, 0 written, 0 changed by others meanwhile, 1 unr`),
  );
});

test('resources that were stored in one attribute are stored flat', async () => {
  await startAndKill('flat-items');
  const half = (await all()).filter(({ data }) => data !== undefined);
  assert.ok(half.length > 0, 'some are left');
  const rest = start('flat-items', '--per-second', '100000');
  assert.equal(await rest.ended, 0, rest.stderr());
  assert.match(rest.stdout(), /behind [1-9]\d* items/);
  const items = new Map((await all()).map((item) => [keyOf(item), item]));
  for (const before of inData)
    assert.deepEqual(items.get(keyOf(before)), flatStored(before), keyOf(before));
  const again = start('flat-items', '--again', '--per-second', '100000');
  await again.ended;
  assert.match(again.stdout(), /\b0 read, 0 written/);
});
