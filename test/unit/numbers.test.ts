import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { numbersPages, withTables } from '../../bench/number-tables.ts';
import { createUnits, putUnits, sumOf, type Units } from '../../bench/units.ts';
import { pathsOf } from '../helpers/paths.ts';
import { test } from '../helpers/tests.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the tables of docs/explain/numbers*.md say what the benchmarks wrote: `npx node bench/tables.ts` writes them', () => {
  const numbers = pathsOf(numbersPages).map(read).join('\n');
  const results = JSON.parse(read('bench/results.json'));
  assert.equal(withTables(numbers, results), numbers);
  const reported = [...numbers.matchAll(/<!-- bench: (\w+) -->/g)].map(([, name]) => name);
  assert.deepEqual(reported.sort(), Object.keys(results).sort());
});

test('docs/explain/numbers-promises.md says line by line what a create costs, and what it costs without its promises', () => {
  const numbers = read('docs/explain/numbers-promises.md');
  const lines = [...numbers.matchAll(/^\| `([a-z_.]+)` \| (\d) \| (\d) \| [^|]+ \|$/gm)].map(
    (line) => line.slice(1),
  );
  const put: Units = putUnits;
  const counted = Object.entries(createUnits).map(([place, units]) => [
    place,
    `${units}`,
    `${put[place] ?? 0}`,
  ]);
  assert.deepEqual(lines.toSorted(), counted.toSorted());
  assert.match(
    numbers,
    new RegExp(`^The ${sumOf(createUnits)} write units .+ and the ${sumOf(putUnits)} of`, 'm'),
  );
});
