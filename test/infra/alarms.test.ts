import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ofType, synthesised, synthesisedChanged } from '../helpers/synthesised.ts';

const all = await synthesised();
/** Alarms that only other settings have: a live that searches lists, and one whose tables are copied elsewhere. */
const others = await synthesisedChanged();

const alarms = [...all, ...others].flatMap((stack) =>
  ofType(stack, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties),
);

/** The names in the headings of the runbook's sections, `{resource}` standing for any. */
const documented = readFileSync('RUNBOOK.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('### `'))
  .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

const means = (entry: string) => new RegExp(`^${entry.replace('{resource}', '[a-z-]+')}$`);

test('each alarm rests on one metric', () => {
  // Each metric of an expression is billed, and FILL has nothing to fill where one has no data point at all.
  for (const { AlarmName, Metrics, MetricName } of alarms)
    assert.ok(Metrics === undefined && MetricName, AlarmName);
});

test('the runbook knows each alarm, and no other', () => {
  const names = alarms.map(({ AlarmName }) =>
    AlarmName.replace(/^financial-services-(sandbox|live)-/, ''),
  );
  assert.deepEqual(
    names.filter((name) => !documented.some((entry) => means(entry).test(name))),
    [],
  );
  assert.deepEqual(
    documented.filter((entry) => !names.some((name) => means(entry).test(name))),
    [],
  );
});
