import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { contentOf, copyOf, emptyFolder, removeCopy } from '../../../bin/start/emptying.ts';
import { lockFolder } from '../../../local/folder-lock.ts';
import { startScript } from '../../../local/test/helpers/processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'reset-'));
after(() => rmSync(folder, { recursive: true }));

let made = 0;
const aDataFolder = (): string => {
  made += 1;
  const data = join(folder, `data ä ${made}`);
  mkdirSync(join(data, 'storage'), { recursive: true });
  writeFileSync(join(data, 'dynamodb.sqlite'), 'tables');
  writeFileSync(join(data, 'storage', 'one'), 'object');
  return data;
};

const reset = async (data: string, ...args: string[]) => {
  const script = startScript('bin/reset.ts', args, folder, { LOCAL_DATA: data });
  return { code: await script.ended, stdout: script.stdout(), stderr: script.stderr() };
};

describe('npm run local:reset', () => {
  test('deletes nothing where nobody can be asked, and says so in one line', async () => {
    const data = aDataFolder();
    const { code, stdout, stderr } = await reset(data);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(
      stderr,
      /^Nothing was deleted: the command cannot ask without a terminal\. [^\n]+\n$/,
    );
    assert.equal(readFileSync(join(data, 'dynamodb.sqlite'), 'utf8'), 'tables');
    assert.equal(existsSync(copyOf(data)), false);
  });

  test('--yes moves all of it aside, and says where it is', async () => {
    const data = aDataFolder();
    const { code, stdout, stderr } = await reset(data, '--yes');
    assert.deepEqual([code, stderr], [0, '']);
    assert.ok(
      stdout.includes(`Until the next npm start its data are in ${copyOf(data)}.\n`),
      stdout,
    );
    assert.equal(existsSync(data), false);
    assert.equal(readFileSync(join(copyOf(data), 'storage', 'one'), 'utf8'), 'object');
  });

  test('of an empty or missing folder asks nothing, and leaves the last copy', async () => {
    const data = aDataFolder();
    await reset(data, '--yes');
    for (const _ of ['missing', 'empty']) {
      assert.deepEqual((await reset(data)).code, 0);
      assert.equal(readFileSync(join(copyOf(data), 'dynamodb.sqlite'), 'utf8'), 'tables');
      mkdirSync(data, { recursive: true });
    }
  });

  test('is refused while a service runs on the folder', async () => {
    const data = aDataFolder();
    const { unlock } = lockFolder(data);
    const { code, stderr } = await reset(data, '--yes');
    unlock();
    assert.equal(code, 1);
    assert.match(stderr, /^The service already runs on [^\n]+\n$/);
    assert.equal(readFileSync(join(data, 'dynamodb.sqlite'), 'utf8'), 'tables');
  });
});

describe('the data of a folder', () => {
  const agreeing = async () => true;

  test('stay as they are unless the person agrees, who is shown each with its bytes', async () => {
    const data = aDataFolder();
    assert.deepEqual(
      contentOf(data).toSorted((one, other) => one.name.localeCompare(other.name)),
      [
        { name: 'dynamodb.sqlite', bytes: 6 },
        { name: 'storage', bytes: 6 },
      ],
    );
    assert.equal(await emptyFolder(data, async () => false), false);
    assert.deepEqual(contentOf(data).length, 2);
    assert.equal(existsSync(copyOf(data)), false);
  });

  test('take the place of an earlier copy, which the next start removes', async () => {
    const data = aDataFolder();
    await emptyFolder(data, agreeing);
    mkdirSync(data);
    writeFileSync(join(data, 'newer'), '');
    await emptyFolder(data, agreeing);
    assert.ok(readdirSync(copyOf(data)).includes('newer'));
    assert.deepEqual([removeCopy(data), removeCopy(data)], [true, false]);
    assert.equal(existsSync(copyOf(data)), false);
  });
});
