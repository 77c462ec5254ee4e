import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { idleDollars, idleMonth } from '../../bench/idle-month.ts';

const { costs } = JSON.parse(readFileSync('bench/results.json', 'utf8'));

for (const [environment, dollars_max] of [
  ['sandbox', 9],
  ['live', 16],
] as const)
  test(`a month in which nobody calls ${environment} costs at most ${dollars_max} dollars, as docs/numbers.md says`, () => {
    const month = idleMonth('.build/assembly-plain', environment);
    const dollars = idleDollars(month, costs.month.sweeps.median);
    assert.ok(dollars <= dollars_max, `${dollars} dollars`);
    assert.deepEqual(month, costs.month[environment]);
  });
