import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { basename, matchesGlob } from 'node:path';
import { describe, test } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { filesOf, suites } from '../helpers/suites.ts';

/** What `npm test` hands to the runner, each match a process of its own. */
const given = [...manifest.scripts.test.matchAll(/"([^"]+)"/g)].map(([, glob = '']) => glob);

const inSuites = Object.values(suites).flatMap((patterns) => filesOf(patterns));

describe('npm test runs', () => {
  for (const name of Object.keys(suites)) {
    test(`the suite ${name} by a file of its name`, () => {
      const entry = `test/suites/${name}.test.ts`;
      assert.ok(existsSync(entry) && given.some((glob) => matchesGlob(entry, glob)), entry);
    });
  }

  test('no file of a suite that is not declared', () => {
    const entries = globSync('test/suites/*').map((path) => basename(path, '.test.ts'));
    assert.deepEqual(entries.toSorted(), Object.keys(suites).toSorted());
  });

  for (const pattern of [...given, ...Object.values(suites).flat()]) {
    test(`something that matches ${pattern}`, () => {
      assert.ok(globSync(pattern).some((path) => path.endsWith('.test.ts')));
    });
  }

  test('every test file exactly once', () => {
    const alone = globSync(given);
    const times = (path: string) => [...alone, ...inSuites].filter((one) => one === path).length;
    const other = globSync('test/**/*.test.ts').filter((path) => times(path) !== 1);
    assert.deepEqual(
      other.map((path) => `${path}: ${times(path)} times`),
      [],
    );
  });
});
