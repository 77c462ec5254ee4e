import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { copyOfRepository, editsOf, makeEdits, recipes } from '../helpers/recipes.ts';

/** The changes of functions/ that each recipe may need. */
const changes_max = {
  'docs/contribute/add-a-field.md': 3,
  // Two declare the event; the third emits it.
  'docs/contribute/add-an-event.md': 3,
  // One declares the route; the other is its handler.
  'docs/contribute/add-a-route.md': 2,
} satisfies Record<(typeof recipes)[number], number>;

for (const recipe of recipes)
  test(`${recipe} needs at most ${changes_max[recipe]} changes of functions/`, () => {
    const changes = editsOf(recipe)
      .filter(({ path }) => path.startsWith('functions/'))
      .reduce((sum, edit) => sum + edit.changes, 0);
    assert.ok(changes > 0 && changes <= changes_max[recipe], `It needs ${changes}.`);
  });

const edits = recipes.flatMap(editsOf);
const copy = copyOfRepository();
after(() => rmSync(copy, { recursive: true }));

const run = (words: readonly string[], env: NodeJS.ProcessEnv = {}): string => {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
  });
  assert.equal(status, 0, `${words.join(' ')}\n${stdout.slice(-8_000)}${stderr.slice(-8_000)}`);
  return stdout;
};

const testing = ['--test', '--test-reporter=spec'];

test('the edits of the recipes fit the repository', () => makeEdits(copy, edits));

test('the repository compiles with them', () => {
  // Other tests have the other processors, and it takes less time and memory in one thread. Nearly all that it keeps is used to
  // the end: to look for garbage would take a fifth of its time and free a tenth of its memory.
  run(['node_modules/typescript/bin/tsc', '--singleThreaded'], { GOGC: 'off' });
});

test('they are formatted as the repository is', () => {
  const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'];
  run([...biome, ...new Set(edits.map(({ path }) => path))]);
});

test('its templates are synthesised', () => {
  run(['bin/assemblies.ts', '--keep-bundles', 'assembly']);
});

test('the tests of the recipes succeed, and the rules of all routes hold for customers and types of events', () => {
  const tests = edits.map(({ path }) => path).filter((path) => path.startsWith('test/world/'));
  assert.ok(tests.length > 0);
  // The rules of other resources reach the errors that this test misses.
  const skipped = '--test-skip-pattern=every error that the document promises';
  run([...testing, skipped, 'test/suites/world.test.ts'], {
    ONLY: [...tests, 'test/world/rules.test.ts'].join(','),
    RULES_OF: 'customers,event-types',
  });
});

test('the unit tests that spell out fields, events and routes succeed', () => {
  const tests = edits.map(({ path }) => path).filter((path) => path.startsWith('test/unit/'));
  const events = ['dashboard/test/events.test.ts', 'test/unit/openapi/event-reference.test.ts'];
  run([...testing, 'test/suites/unit.test.ts'], { ONLY: [...tests, ...events].join(',') });
});

test('the sandbox emits the new event, and the cases of the new route succeed', () => {
  const printed = run([
    ...testing,
    // Both in one process, which loads the functions once.
    '--test-isolation=none',
    ...['customer\\.moved$', 'customers\\.search-name '].map(
      (name) => `--test-name-pattern=${name}`,
    ),
    ...['test/world/cli/trigger.test.ts', 'test/world/route-cases.test.ts'],
  ]);
  assert.match(printed, /✔ customer\.moved/);
  assert.match(printed, /✔ customers\.search-name /);
});
