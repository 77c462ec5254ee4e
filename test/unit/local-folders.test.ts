import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { foldersFor } from '../../bin/start/folders.ts';
import { hasMode } from '../../local/test/helpers/processes.ts';
import { after, test } from '../helpers/tests.ts';

const scratch = mkdtempSync(join(tmpdir(), 'folders-'));
after(() => rmSync(scratch, { recursive: true }));

/** A folder for one test. */
const folder = (name: string): string => {
  const path = join(scratch, name);
  mkdirSync(path);
  return path;
};

/** Takes the place of a folder, so that not even root can write there. */
const occupy = (path: string): string => {
  writeFileSync(path, '');
  return path;
};

/** Below it nothing can be made: a file, and on Linux a folder of the kernel, in which Node's recursive mkdir never ends. */
const unwritable = [
  occupy(join(scratch, 'a-file')),
  ...['/proc'].filter((path) => existsSync(path)),
];

test('a checkout that can be written is where everything is made', () => {
  const [started, repository, temporaries] = [
    folder('started'),
    folder('repository'),
    folder('unused'),
  ];
  assert.deepEqual(foldersFor(started, repository, temporaries), { home: join(started, '.local') });
  assert.deepEqual(
    foldersFor(started, repository, temporaries),
    { home: join(started, '.local') },
    'a second start',
  );
  assert.ok(hasMode(join(started, '.local'), 0o700));
  assert.deepEqual(readdirSync(temporaries), []);
});

for (const place of unwritable.flatMap((path) => [path, join(path, 'nowhere')]))
  test(`where nothing can be made in ${place.replace(scratch, '…')}, a private folder of this run stands in`, () => {
    const temporaries = mkdtempSync(join(scratch, 'instead-'));
    const { home, build, temporary = assert.fail() } = foldersFor(place, place, temporaries);
    assert.deepEqual([dirname(home), dirname(build ?? '')], [temporary, temporary]);
    assert.notEqual(home, build);
    assert.equal(dirname(temporary), temporaries);
    assert.ok(hasMode(temporary, 0o700));
  });

test('only what cannot be written moves', () => {
  const [started, repository, temporaries] = [
    folder('home-taken'),
    folder('build-taken'),
    folder('some'),
  ];
  occupy(join(started, '.local'));
  occupy(join(repository, '.build'));
  const other = folder('other');
  const homeAlone = foldersFor(started, other, temporaries);
  assert.deepEqual([dirname(homeAlone.home), homeAlone.build], [homeAlone.temporary, undefined]);
  const buildAlone = foldersFor(other, repository, temporaries);
  assert.deepEqual(
    [buildAlone.home, dirname(buildAlone.build ?? '')],
    [join(other, '.local'), buildAlone.temporary],
  );
});

test('where no folder can stand in, one sentence names both and the remedy', () => {
  const missing = join(scratch, 'missing');
  for (const path of unwritable) {
    assert.throws(
      () => foldersFor(path, path, missing),
      ({ name, message }: Error) =>
        name === 'BadConfiguration' &&
        message.startsWith(`Neither ${join(path, '.local')} nor ${missing} can be written (ENO`) &&
        message.endsWith('): set TMPDIR to a folder that can.'),
    );
    assert.ok(!existsSync(missing));
  }
});
