import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { foldersFor } from '../../bin/start/folders.ts';

const scratch = mkdtempSync(join(tmpdir(), 'folders-'));
after(() => rmSync(scratch, { recursive: true }));

/** A folder for one test. */
const folder = (name: string): string => {
  const path = join(scratch, name);
  mkdirSync(path);
  return path;
};

/** Takes the place of a folder, so that not even root can write there. */
const occupy = (path: string): void => writeFileSync(path, '');

test('a checkout that can be written is where everything is made', () => {
  const [started, repository, temporaries] = [folder('started'), folder('repository'), folder('unused')];
  assert.deepEqual(foldersFor(started, repository, temporaries), { home: join(started, '.local') });
  assert.deepEqual(foldersFor(started, repository, temporaries), { home: join(started, '.local') }, 'a second start');
  assert.equal(statSync(join(started, '.local')).mode & 0o777, 0o700);
  assert.deepEqual(readdirSync(temporaries), []);
});

for (const [name, started, repository] of [
  ['neither', '/proc', '/proc'],
  ['a folder that is missing', '/proc/nowhere', '/proc/nowhere'],
] as const)
  test(`where ${name} can be written, a private folder of this run stands in`, () => {
    const temporaries = folder(name);
    const { home, build, temporary = assert.fail() } = foldersFor(started, repository, temporaries);
    assert.deepEqual([dirname(home), dirname(build ?? '')], [temporary, temporary]);
    assert.notEqual(home, build);
    assert.equal(dirname(temporary), temporaries);
    assert.equal(statSync(temporary).mode & 0o777, 0o700);
  });

test('only what cannot be written moves', () => {
  const [started, repository, temporaries] = [folder('home-taken'), folder('build-taken'), folder('some')];
  occupy(join(started, '.local'));
  occupy(join(repository, '.build'));
  const other = folder('other');
  const homeAlone = foldersFor(started, other, temporaries);
  assert.deepEqual([dirname(homeAlone.home), homeAlone.build], [homeAlone.temporary, undefined]);
  const buildAlone = foldersFor(other, repository, temporaries);
  assert.deepEqual([buildAlone.home, dirname(buildAlone.build ?? '')], [join(other, '.local'), buildAlone.temporary]);
});

test('where no folder can stand in, one sentence names both and the remedy', () => {
  const missing = join(scratch, 'missing');
  assert.throws(() => foldersFor('/proc', '/proc', missing), {
    name: 'BadConfiguration',
    message: `Neither /proc/.local nor ${missing} can be written (ENOENT): set TMPDIR to a folder that can.`,
  });
  assert.ok(!existsSync(missing));
});
