import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { lockFolder } from '../folder-lock.ts';
import { endAtOnce, openToOthers } from './helpers/processes.ts';

let parent: string;
let folder: string;
before(async () => {
  parent = await mkdtemp(join(tmpdir(), 'locked-'));
});
beforeEach(async () => {
  folder = join(await mkdtemp(join(parent, 'each-')), 'data');
});
after(() => rm(parent, { recursive: true }));

const refused = (holder: string) => ({
  name: 'BadConfiguration',
  message: `The service already runs on ${folder}${holder}: end it first.`,
});

/** A process that holds the lock, and has said so. */
const holding = async (addresses: readonly string[]) => {
  const script = `const { lockFolder } = await import(${JSON.stringify(new URL('../folder-lock.ts', import.meta.url))});
    globalThis.lock = lockFolder(process.argv[1]);
    lock.name(${JSON.stringify(addresses)});
    process.stdout.write('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => child.kill());
  await once(child.stdout, 'data');
  return child;
};

test('the second is refused in one sentence that names the first, whose kill frees the folder', async () => {
  const addresses = ['http://127.0.0.1:3000/v1/', 'http://127.0.0.1:3002/'];
  const first = await holding(addresses);
  for (const _ of [1, 2])
    assert.throws(
      () => lockFolder(folder),
      refused(` (process ${first.pid}, ${addresses.join(', ')})`),
    );
  const ended = once(first, 'exit');
  endAtOnce(first.pid ?? 0);
  await ended;
  // Its file is still there, and no more is believed.
  assert.ok((await readdir(folder)).includes('lock-holder.json'));
  const own = lockFolder(folder);
  assert.throws(() => lockFolder(folder), refused(` (process ${process.pid})`));
  own.unlock();
  lockFolder(folder).unlock();
});

test('of those that begin at the same time one gets the folder', async () => {
  const script = `const { lockFolder } = await import(${JSON.stringify(new URL('../folder-lock.ts', import.meta.url))});
    try { globalThis.lock = lockFolder(process.argv[1]); console.log('locked'); } catch { console.log('refused'); }
    process.stdin.resume();`;
  const words = ['--input-type=module', '-e', script, folder];
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const said = await Promise.all(
    children.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()),
  );
  const ended = Promise.all(children.map((child) => once(child, 'exit')));
  for (const { stdin } of children) stdin.end();
  await ended;
  assert.deepEqual(said.toSorted(), ['locked', 'refused', 'refused', 'refused']);
});

test('a folder that cannot be locked is rejected in one sentence', async () => {
  await writeFile(folder, '');
  for (const path of [folder, join(folder, 'data')])
    assert.throws(() => lockFolder(path), {
      name: 'BadConfiguration',
      message:
        /^The folder \S+ cannot be written \([A-Z]+\): set LOCAL_DATA to another, or to memory\.$/,
    });
  await rm(folder);
  lockFolder(folder).unlock();
  await rm(join(folder, 'lock.sqlite'));
  // Root writes everywhere, and Windows has no such mode.
  if (!process.getuid?.()) return;
  await chmod(folder, 0o500);
  assert.throws(() => lockFolder(folder), { name: 'BadConfiguration', message: /EACCES/ });
});

test('what a lock leaves is for its owner alone', async () => {
  const umask = process.umask(0);
  const lock = lockFolder(folder);
  process.umask(umask);
  const [open, left] = [openToOthers(folder), await readdir(folder)];
  lock.unlock();
  assert.deepEqual(open, []);
  assert.deepEqual(left.toSorted(), ['lock-holder.json', 'lock.sqlite'], 'reset knows them all');
});
