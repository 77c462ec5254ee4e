import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { guards } from '../guards/guards.ts';
import { describe, test } from '../helpers/tests.ts';

describe('a guard that npm run guards breaks', () => {
  for (const { name, file, line, broken } of guards)
    test(`stands once in its file: ${name}`, () => {
      assert.equal(readFileSync(file, 'utf8').split(line).length - 1, 1);
      assert.notEqual(broken, line);
    });

  test('has a name of its own', () => {
    assert.equal(new Set(guards.map(({ name }) => name)).size, guards.length);
  });
});
