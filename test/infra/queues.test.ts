import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { workers } from '../../functions/app/jobs/jobs.ts';
import { ofType, type SynthesisedStack, synthesised, textOf } from '../helpers/synthesised.ts';
import { calledAt, functionOf, idsIn } from '../helpers/template-functions.ts';

const stacks = (await synthesised()).filter(({ name }) => name === 'events');

/** The resource that an arn in a template belongs to. */
const logicalIdOf = (arn: unknown): string => textOf(arn).slice(1, -1).replace('.Arn', '');

/** The alarm on one metric of one queue. */
const alarmOn = (stack: SynthesisedStack, metric: string, logicalId: string) =>
  ofType(stack, 'AWS::CloudWatch::Alarm')
    .map(([, { Properties }]) => Properties)
    .find(({ MetricName, Dimensions = [] }) => {
      const [{ Value = {} } = {}] = Dimensions;
      return MetricName === metric && [Value.Ref ?? Value['Fn::GetAtt']].flat()[0] === logicalId;
    });

for (const stack of stacks) {
  describe(`the queues of ${stack.environment}`, () => {
    const queues = ofType(stack, 'AWS::SQS::Queue');
    const mappings = ofType(stack, 'AWS::Lambda::EventSourceMapping').map(
      ([, { Properties }]) => Properties,
    );
    const fed = mappings.filter(
      ({ EventSourceArn }) => logicalIdOf(EventSourceArn) in stack.resources,
    );
    const nameOf = (arn: unknown) => stack.resources[logicalIdOf(arn)]?.Properties.QueueName;
    const isLast = (name: string) => /-(failed|missed)$/.test(name);

    test('are each a consumer’s or the last place of what no consumer took', () => {
      const consumed = fed.map(({ EventSourceArn }) => nameOf(EventSourceArn));
      const others = queues
        .map(([, { Properties }]) => Properties.QueueName)
        .filter((name) => !consumed.includes(name));
      assert.deepEqual(
        others.filter((name) => !isLast(name)),
        [],
      );
      const streamed = mappings.filter(({ StartingPosition }) => StartingPosition !== undefined);
      assert.equal(consumed.length, mappings.length - streamed.length);
      assert.equal(streamed.length, 3, 'one of the relay, and two of what counts changes');
    });

    for (const mapping of fed) {
      const id = idsIn(stack).find((one) =>
        calledAt(stack, mapping.FunctionName).startsWith(functionOf(stack, one).logicalId),
      );
      const worker = workers.find((one) => one.id === id) ?? assert.fail(id);

      test(`of ${worker.id}: partial failures, hidden long enough, an alarm on what waits`, () => {
        const source = logicalIdOf(mapping.EventSourceArn);
        const queue = stack.resources[source]?.Properties;
        assert.deepEqual(mapping.FunctionResponseTypes, ['ReportBatchItemFailures']);
        assert.ok(
          queue.VisibilityTimeout >=
            6 * worker.timeout_seconds + mapping.MaximumBatchingWindowInSeconds,
        );
        assert.ok(alarmOn(stack, 'ApproximateAgeOfOldestMessage', source));
        // Lambda stops a chain of invocations through a queue, and a worker that feeds its own queue is one.
        const feedsItself = (worker.permissions as Readonly<Record<string, readonly string[]>>)[
          `${nameOf(mapping.EventSourceArn).split('-').at(-1)}Queue`
        ]?.includes('send');
        assert.equal(
          functionOf(stack, worker.id).properties.RecursiveLoop,
          feedsItself ? 'Allow' : undefined,
        );
      });
    }

    test('ring an alarm with the first message that nobody will take', () => {
      for (const [id, { Properties }] of queues) {
        if (!isLast(Properties.QueueName)) continue;
        const alarm = alarmOn(stack, 'ApproximateNumberOfMessagesVisible', id);
        assert.deepEqual([alarm?.Threshold, alarm?.Statistic], [1, 'Maximum'], id);
      }
    });
  });

  test(`every metric that a log measures in ${stack.environment} has an alarm`, () => {
    const alarms = ofType(stack, 'AWS::CloudWatch::Alarm').map(
      ([, { Properties }]) => Properties.MetricName,
    );
    for (const [id, { Properties }] of ofType(stack, 'AWS::Logs::MetricFilter'))
      assert.ok(alarms.includes(Properties.MetricTransformations[0].MetricName), id);
  });
}
