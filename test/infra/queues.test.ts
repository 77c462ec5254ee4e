import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sweepScheduledWork, workers } from '../../functions/jobs/jobs.ts';
import { ofType, type SynthesisedStack, synthesised, textOf } from '../helpers/synthesised.ts';
import { calledAt, functionOf, idsIn } from '../helpers/template-functions.ts';

const stacks = (await synthesised()).filter(({ name }) => name === 'events');

/** What an arn in a template belongs to. */
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
    const mappings = ofType(stack, 'AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties);
    const fed = mappings.filter(({ EventSourceArn }) => logicalIdOf(EventSourceArn) in stack.resources);
    const rules = ofType(stack, 'AWS::Events::Rule').filter(([, { Properties }]) => Properties.EventPattern);
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
      assert.equal(consumed.length, mappings.length - 1, 'all but the relay, which the stream feeds');
    });

    test('are encrypted and take TLS only, and from the bus only by the rule that leads to them', () => {
      for (const [id, { Properties: queue }] of queues) {
        assert.equal(queue.SqsManagedSseEnabled, true, id);
        const policies = ofType(stack, 'AWS::SQS::QueuePolicy').filter(([, { Properties }]) =>
          Properties.Queues.some((one: { Ref: string }) => one.Ref === id),
        );
        const [tls, ...others] = policies.flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
        assert.deepEqual([tls?.Effect, tls?.Action, tls?.Principal], ['Deny', 'sqs:*', { AWS: '*' }]);
        assert.deepEqual(tls?.Condition, { Bool: { 'aws:SecureTransport': 'false' } });
        const leading = rules.filter(([, { Properties }]) => {
          const [{ Arn, DeadLetterConfig }] = Properties.Targets;
          return [Arn, DeadLetterConfig.Arn].some((arn) => logicalIdOf(arn) === id);
        });
        assert.deepEqual(
          others.map(({ Condition }) => Condition),
          leading.map(([rule]) => ({ ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [rule, 'Arn'] } } })),
          id,
        );
      }
    });

    for (const mapping of fed) {
      const id = idsIn(stack).find((one) =>
        calledAt(stack, mapping.FunctionName).startsWith(functionOf(stack, one).logicalId),
      );
      const worker = workers.find((one) => one.id === id) ?? assert.fail(id);

      test(`of ${worker.id}: partial failures, bounded concurrency, hidden long enough, dead letters`, () => {
        const source = logicalIdOf(mapping.EventSourceArn);
        const queue = stack.resources[source]?.Properties;
        assert.deepEqual(mapping.FunctionResponseTypes, ['ReportBatchItemFailures']);
        assert.ok(mapping.ScalingConfig.MaximumConcurrency >= 2);
        assert.ok(queue.VisibilityTimeout >= 6 * worker.timeout_seconds + mapping.MaximumBatchingWindowInSeconds);
        const dead = stack.resources[logicalIdOf(queue.RedrivePolicy.deadLetterTargetArn)]?.Properties;
        assert.equal(dead.QueueName, `${queue.QueueName}-failed`);
        assert.ok(dead.MessageRetentionPeriod > queue.MessageRetentionPeriod, 'outlives its source');
        assert.ok(alarmOn(stack, 'ApproximateAgeOfOldestMessage', source));
        // Lambda stops a chain of invocations through a queue, and a worker that feeds its own queue is one.
        const feedsItself = (worker.permissions as Readonly<Record<string, readonly string[]>>)[
          `${nameOf(mapping.EventSourceArn).split('-').at(-1)}Queue`
        ]?.includes('send');
        assert.equal(functionOf(stack, worker.id).properties.RecursiveLoop, feedsItself ? 'Allow' : undefined);
      });
    }

    test('are fair among tenants, and every rule has a queue for what it could not bring', () => {
      for (const [id, { Properties }] of rules) {
        const [target, ...more] = Properties.Targets;
        assert.deepEqual(more, [], id);
        assert.equal(nameOf(target.DeadLetterConfig.Arn), `${nameOf(target.Arn)}-missed`);
        if (Properties.EventBusName) assert.equal(target.SqsParameters.MessageGroupId, '$.detail.tenant_id', id);
      }
    });

    test('ring an alarm with the first message that nobody will take', () => {
      for (const [id, { Properties }] of queues) {
        if (!isLast(Properties.QueueName)) continue;
        const alarm = alarmOn(stack, 'ApproximateNumberOfMessagesVisible', id);
        assert.deepEqual([alarm?.Threshold, alarm?.Statistic], [1, 'Maximum'], id);
      }
    });
  });

  test(`a bad record of the stream stops nothing in ${stack.environment}, and one sweep ends before the next begins`, () => {
    const [relay] = ofType(stack, 'AWS::Lambda::EventSourceMapping')
      .map(([, { Properties }]) => Properties)
      .filter(({ StartingPosition }) => StartingPosition);
    assert.equal(relay.BisectBatchOnFunctionError, true);
    assert.ok(relay.MaximumRetryAttempts > 0 && relay.MaximumRetryAttempts <= 10);
    assert.ok(relay.MaximumRecordAgeInSeconds > 0 && relay.MaximumRecordAgeInSeconds <= 24 * 60 * 60);
    assert.ok(relay.DestinationConfig.OnFailure.Destination);
    assert.ok(sweepScheduledWork.timeout_seconds < 60);
  });

  test(`every metric that a log measures in ${stack.environment} has an alarm`, () => {
    const alarms = ofType(stack, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties.MetricName);
    for (const [id, { Properties }] of ofType(stack, 'AWS::Logs::MetricFilter'))
      assert.ok(alarms.includes(Properties.MetricTransformations[0].MetricName), id);
  });
}
