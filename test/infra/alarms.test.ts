import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { tables } from '../../functions/dynamodb/keys.ts';
import { ofType, type SynthesisedStack, synthesised, synthesisedChanged } from '../helpers/synthesised.ts';

const all = await synthesised();
/** Alarms that only other settings have: a live that searches lists. */
const others = await synthesisedChanged();

const alarmsIn = (stacks: readonly SynthesisedStack[]) =>
  stacks.flatMap((stack) => ofType(stack, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties));

/** The names in the first column of the runbook's table, `{table}` and `{resource}` standing for any. */
const documented = readFileSync('RUNBOOK.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

const means = (entry: string) =>
  new RegExp(
    `^${entry.replace('{table}', `(${Object.keys(tables).join('|')})`).replace('{resource}', '[a-z-]+')}(-\\d+)?$`,
  );

for (const environment of ['sandbox', 'live']) {
  const stacks = all.filter((stack) => stack.environment === environment);
  const alarms = alarmsIn(stacks);
  const begin = `financial-services-${environment}-`;

  describe(`alarms of ${environment} can ring`, () => {
    test('none rests on a function over metrics that say nothing when nothing happens', () => {
      // FILL has nothing to fill where a metric has no data point at all, and with `+` one such metric takes all others away.
      for (const { AlarmName, Metrics = [] } of alarms)
        for (const { Expression } of Metrics)
          assert.ok(Expression === undefined || Expression === 'SUM(METRICS())', `${AlarmName}: ${Expression}`);
    });

    test('the runbook knows each of them, and no other', () => {
      const names = alarms.map(({ AlarmName }) => AlarmName.replace(begin, ''));
      assert.deepEqual(
        names.filter((name) => !documented.some((entry) => means(entry).test(name))),
        [],
      );
      const elsewhere = alarmsIn(others).map(({ AlarmName }) =>
        AlarmName.replace(/^financial-services-(sandbox|live)-/, ''),
      );
      assert.deepEqual(
        elsewhere.filter((name) => !documented.some((entry) => means(entry).test(name))),
        [],
      );
      assert.deepEqual(
        documented.filter((entry) => ![...names, ...elsewhere].some((name) => means(entry).test(name))),
        [],
      );
    });
  });
}
