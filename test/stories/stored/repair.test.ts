import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { tableDefinition } from '../../../bin/start/table-definitions.ts';
import { tables } from '../../../functions/core/dynamodb/keys.ts';
import { physicalName } from '../../../lib/environments.ts';
import { awsFile, writeWhole } from '../../../local/files.ts';
import { sdkVariables, startDataPlane } from '../../../local/test/helpers/data-plane.ts';
import { resource } from '../../../local/test/helpers/data-resources.ts';
import { startScript } from '../../../local/test/helpers/processes.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { storedOf } from '../../helpers/stored/fixtures.ts';

const named = (table: string) => physicalName('sandbox', table);
const plane = await startDataPlane(
  (Object.keys(tables) as (keyof typeof tables)[]).map((table) =>
    resource('AWS::DynamoDB::Table', named(table), { ...tableDefinition(table, named(table)) }),
  ),
);
const client = plane.client();
const folder = mkdtempSync(join(tmpdir(), 'repair-'));
after(async () => {
  await plane.stop();
  rmSync(folder, { recursive: true });
});
const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = sdkVariables(plane.endpoint);
const credentials = { accessKeyId, secretAccessKey };
writeWhole(awsFile(join(folder, '.local')), { endpoint: plane.endpoint, pid: process.pid, ...credentials });

const repair = async (...words: string[]) => {
  const script = startScript('bin/ops/repair.ts', [...words, '--environment', 'sandbox'], folder);
  return { code: await script.ended, stdout: script.stdout(), stderr: script.stderr() };
};
const [{ item: card } = assert.fail()] = storedOf('card', 'virtual', 'active');
const words = ['card', card.id, '--tenant-id', card.tenant_id];
const put = (item: Any) => client.send(new PutCommand({ TableName: named('resources'), Item: item }));
const stored = async () => {
  const { Item } = await client.send(
    new GetCommand({ TableName: named('resources'), Key: { pk: card.pk, sk: card.sk } }),
  );
  return Item;
};

test('a card that lacks fields is shown by name, and written with what was named', async () => {
  const { state, version, ...lacking } = card;
  await put(lacking);
  const unnamed = await repair(...words, '--yes');
  assert.deepEqual([unnamed.code, unnamed.stderr.includes('has no state')], [1, true], unnamed.stderr);
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
  assert.deepEqual([again.code, again.stdout.includes('nothing is written')], [0, true], again.stderr);
});

test('a card that does not exist, and a kind that no command repairs, are refused', async () => {
  const absent = await repair('card', `${card.id.slice(0, -1)}z`, '--tenant-id', card.tenant_id);
  assert.deepEqual([absent.code, absent.stderr.includes('has no card')], [1, true], absent.stderr);
  assert.equal((await repair('card-order', card.id, '--tenant-id', card.tenant_id)).code, 2);
});
