import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { withTables } from '../../bench/number-tables.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the tables of docs/numbers.md say what the benchmarks wrote: `npx node bench/tables.ts` writes them', () => {
  const [numbers, results] = [read('docs/numbers.md'), JSON.parse(read('bench/results.json'))];
  assert.equal(withTables(numbers, results), numbers);
  const reported = [...numbers.matchAll(/<!-- bench: (\w+) -->/g)].map(([, name]) => name);
  assert.deepEqual(reported.sort(), [...Object.keys(results), 'before'].sort());
});
