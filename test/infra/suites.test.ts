import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, test } from 'node:test';
import { alone, filesOf, suites } from '../helpers/suites.ts';

const inSuites = Object.values(suites).flatMap((patterns) => filesOf(patterns));

describe('npm test runs', () => {
  for (const name of Object.keys(suites)) {
    test(`the suite ${name} by a file of its name`, () => {
      const entry = `test/suites/${name}.test.ts`;
      assert.ok(existsSync(entry), entry);
    });
  }

  test('no file of a suite that is not declared', () => {
    const entries = globSync('test/suites/*').map((path) => basename(path, '.test.ts'));
    assert.deepEqual(entries.toSorted(), Object.keys(suites).toSorted());
  });

  for (const pattern of [...alone, ...Object.values(suites).flat()]) {
    test(`something that matches ${pattern}`, () => {
      assert.ok(globSync(pattern).some((path) => path.endsWith('.test.ts')));
    });
  }

  test('every test file exactly once', () => {
    const byThemselves = globSync([...alone]);
    const times = (path: string) => [...byThemselves, ...inSuites].filter((one) => one === path).length;
    const every = globSync('{test,local}/**/*.test.ts', { exclude: ['test/suites/**'] });
    const other = every.filter((path) => times(path) !== 1);
    assert.deepEqual(
      other.map((path) => `${path}: ${times(path)} times`),
      [],
    );
  });
});
