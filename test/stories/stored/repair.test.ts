import assert from 'node:assert/strict';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Any } from '../../helpers/printed-document.ts';
import { storedOf } from '../../helpers/stored/fixtures.ts';
import { startOperated } from '../../helpers/stored/operated.ts';
import { after, test } from '../../helpers/tests.ts';

const operated = await startOperated();
after(() => operated.stop());
const { client, nameOf } = operated;

const repair = async (...words: string[]) => {
  const script = operated.start('repair', ...words);
  return { code: await script.ended, stdout: script.stdout(), stderr: script.stderr() };
};
const [{ item: card } = assert.fail()] = storedOf('card', 'virtual', 'active');
const words = ['card', card.id, '--tenant-id', card.tenant_id];
const put = (item: Any) =>
  client.send(new PutCommand({ TableName: nameOf('resources'), Item: item }));
const stored = async () => {
  const { Item } = await client.send(
    new GetCommand({ TableName: nameOf('resources'), Key: { pk: card.pk, sk: card.sk } }),
  );
  return Item;
};

test('a card that lacks fields is shown by name, and written with what was named', async () => {
  const { state, version, ...lacking } = card;
  await put(lacking);
  const unnamed = await repair(...words, '--yes');
  assert.deepEqual(
    [unnamed.code, unnamed.stderr.includes('has no state')],
    [1, true],
    unnamed.stderr,
  );
  const set = ['--set', `state=${JSON.stringify(state)}`];
  const unasked = await repair(...words, ...set);
  assert.deepEqual([unasked.code, unasked.stderr.includes('--yes')], [2, true], unasked.stderr);
  assert.deepEqual(await stored(), lacking);
  const done = await repair(...words, ...set, '--yes');
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /It has no version: 1 \(default\)/);
  assert.ok(!done.stdout.includes(card.last4), 'no value that was stored');
  assert.deepEqual(await stored(), { ...card, version: 1 });
  const again = await repair(...words);
  assert.deepEqual(
    [again.code, again.stdout.includes('Nothing was written')],
    [0, true],
    again.stderr,
  );
});

test('a card that does not exist, and a kind that no command repairs, are refused', async () => {
  const absent = await repair('card', `${card.id.slice(0, -1)}z`, '--tenant-id', card.tenant_id);
  assert.deepEqual([absent.code, absent.stderr.includes('has no card')], [1, true], absent.stderr);
  assert.equal((await repair('card-order', card.id, '--tenant-id', card.tenant_id)).code, 2);
});
