import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { stacksOf, withFigures } from '../../bench/deployment-figures.ts';
import { idleDollars, idleMonth } from '../../bench/idle-month.ts';

const { costs } = JSON.parse(readFileSync('bench/results.json', 'utf8'));

for (const [environment, dollars_max] of [
  ['sandbox', 9],
  ['live', 16],
] as const)
  test(`a month in which nobody calls ${environment} costs at most ${dollars_max} dollars, as docs/explain/numbers.md says`, () => {
    const month = idleMonth('.build/assembly-plain', environment);
    const dollars = idleDollars(month, costs.month.sweeps.median);
    assert.ok(dollars <= dollars_max, `${dollars} dollars`);
    assert.deepEqual(month, costs.month[environment]);
  });

test('the page of the first deployment says what it costs and takes, as the templates and benchmarks do', () => {
  const page = readFileSync('docs/operate/first-deployment.md', 'utf8');
  const printed = withFigures(page, stacksOf('.build/assembly-plain'), costs);
  assert.equal(page, printed, 'The page is old: run `npx node bench/deployment.ts`.');
  assert.match(page, /\| dollars in a month without calls \| \d/);
  assert.match(page, /^12\. /m);
});
