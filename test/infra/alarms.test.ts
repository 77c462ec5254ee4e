import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { tables } from '../../functions/dynamodb/keys.ts';
import { ofType, type SynthesisedStack, synthesised, textOf } from '../helpers/synthesised.ts';

const all = await synthesised();

const alarmsIn = (stacks: readonly SynthesisedStack[]) =>
  stacks.flatMap((stack) => ofType(stack, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties));

/** The names in the first column of the runbook's table, `{table}` and `{resource}` standing for any. */
const told = readFileSync('RUNBOOK.md', 'utf8')
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

    test('the sweeper that stopped says nothing, and that is what rings', () => {
      const stopped = alarms.find(({ AlarmName }) => AlarmName === `${begin}sweep-scheduled-work-stopped`);
      const { MetricName, Namespace, Statistic, ComparisonOperator, Threshold, TreatMissingData } = stopped;
      assert.deepEqual(
        [Namespace, MetricName, Statistic, ComparisonOperator, Threshold, TreatMissingData],
        ['AWS/Lambda', 'Invocations', 'Sum', 'LessThanThreshold', 1, 'breaching'],
      );
    });

    for (const [table, { indexes }] of Object.entries(tables))
      test(`throttled reads and writes of ${table} ring, and those of each of its indexes`, () => {
        const [data = assert.fail()] = stacks.filter(({ name }) => name === 'data');
        const [id] =
          ofType(data, 'AWS::DynamoDB::GlobalTable').find(
            ([, { Properties }]) => Properties.TableName === `${begin}${table}`,
          ) ?? assert.fail(table);
        const watched = alarms.flatMap(({ Metrics = [] }) =>
          Metrics.flatMap(
            ({ MetricStat }: { MetricStat?: { Metric: { MetricName: string; Dimensions: Dimension[] } } }) => {
              if (!MetricStat) return [];
              const { MetricName, Dimensions } = MetricStat.Metric;
              const said = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, textOf(Value)]));
              return said.TableName === `{${id}}`
                ? [`${MetricName} ${said.GlobalSecondaryIndexName ?? ''}`.trim()]
                : [];
            },
          ),
        );
        const places = ['', ...Object.keys(indexes)];
        const wanted = ['ReadThrottleEvents', 'WriteThrottleEvents'].flatMap((metric) =>
          places.map((place) => `${metric} ${place}`.trim()),
        );
        assert.deepEqual(watched.sort(), wanted.sort());
      });

    test('CloudWatch may publish to the encrypted topic, and use its key for it', () => {
      const [data = assert.fail()] = stacks.filter(({ name }) => name === 'data');
      const [[, topic] = assert.fail()] = ofType(data, 'AWS::SNS::Topic');
      const key = data.resources[textOf(topic.Properties.KmsMasterKeyId).slice(1).split('.')[0] ?? ''];
      const statements: Statement[] = key?.Properties.KeyPolicy.Statement;
      const theirs = statements.filter(({ Principal }) => Principal.Service === 'cloudwatch.amazonaws.com');
      assert.deepEqual(theirs, [
        {
          Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          Effect: 'Allow',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Resource: '*',
        },
      ]);
    });

    test('the runbook knows each of them, and no other', () => {
      const names = alarms.map(({ AlarmName }) => AlarmName.replace(begin, ''));
      assert.deepEqual(
        names.filter((name) => !told.some((entry) => means(entry).test(name))),
        [],
      );
      assert.deepEqual(
        told.filter((entry) => !names.some((name) => means(entry).test(name))),
        [],
      );
    });
  });
}

type Dimension = { readonly Name: string; readonly Value: unknown };
type Statement = { readonly Principal: { readonly Service?: string } };
