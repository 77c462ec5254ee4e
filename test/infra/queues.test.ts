import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { environments } from '../../lib/environments.ts';
import { alarmOn, logicalIdOf, mappingOf, policyOf, ruleCalled } from '../helpers/event-wiring.ts';
import { consumers } from '../helpers/event-workers.ts';
import { ofType, synthesised } from '../helpers/synthesised.ts';

const stacks = (await synthesised()).filter(({ name }) => name === 'events');

for (const stack of stacks) {
  const name = (what: string) => `financial-services-${stack.environment}-${what}`;

  describe(`the queues of ${stack.environment}`, () => {
    const queues = ofType(stack, 'AWS::SQS::Queue');

    test('are these and no others', () => {
      const names = consumers.flatMap(({ queue, hears }) => [
        queue,
        `${queue}-failed`,
        ...(hears ? [`${queue}-missed`] : []),
      ]);
      const all = [...names, 'relay-events-failed'].sort();
      assert.deepEqual(queues.map(([, { Properties }]) => Properties.QueueName).sort(), all.map(name));
    });

    for (const [id, { Properties: queue }] of queues) {
      test(`${queue.QueueName} is encrypted and takes TLS only, from the bus if it is the bus's`, () => {
        assert.equal(queue.SqsManagedSseEnabled, true);
        assert.equal(queue.FifoQueue, undefined);
        const [tls, ...others] = policyOf(stack, id);
        assert.deepEqual([tls?.Effect, tls?.Action, tls?.Principal], ['Deny', 'sqs:*', { AWS: '*' }]);
        assert.deepEqual(tls?.Condition, { Bool: { 'aws:SecureTransport': 'false' } });
        const led = consumers.find(
          (one) => one.hears && [one.queue, `${one.queue}-missed`].map(name).includes(queue.QueueName),
        );
        const fromBus = led && {
          Effect: 'Allow',
          Principal: { Service: 'events.amazonaws.com' },
          Action: 'sqs:SendMessage',
          Resource: { 'Fn::GetAtt': [id, 'Arn'] },
          Condition: { ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [ruleCalled(stack, name(led.queue)), 'Arn'] } } },
        };
        assert.deepEqual(others, fromBus ? [fromBus] : []);
      });
    }

    for (const { worker } of consumers) {
      test(`of ${worker.id}: partial failures, bounded concurrency, hidden long enough, dead letters`, () => {
        const mapping = mappingOf(stack, worker);
        const queue = stack.resources[logicalIdOf(mapping.EventSourceArn)]?.Properties;
        assert.deepEqual(mapping.FunctionResponseTypes, ['ReportBatchItemFailures']);
        assert.equal(mapping.ScalingConfig.MaximumConcurrency, environments[stack.environment].queueConcurrency);
        assert.ok(queue.VisibilityTimeout >= 6 * worker.timeout_seconds + mapping.MaximumBatchingWindowInSeconds);
        assert.equal(queue.RedrivePolicy.maxReceiveCount, 5);
        const dead = stack.resources[logicalIdOf(queue.RedrivePolicy.deadLetterTargetArn)]?.Properties;
        assert.equal(dead.QueueName, `${queue.QueueName}-failed`);
        assert.ok(dead.MessageRetentionPeriod > queue.MessageRetentionPeriod, 'outlives its source');
        assert.ok(alarmOn(stack, 'ApproximateAgeOfOldestMessage', logicalIdOf(mapping.EventSourceArn)));
      });
    }

    test('ring an alarm with the first message that nobody will take', () => {
      const dead = queues.filter(([, { Properties }]) => /-(failed|missed)$/.test(Properties.QueueName));
      assert.equal(dead.length, 1 + consumers.flatMap(({ hears }) => (hears ? [1, 1] : [1])).length);
      for (const [id] of dead) {
        const alarm = alarmOn(stack, 'ApproximateNumberOfMessagesVisible', id);
        assert.deepEqual([alarm?.Threshold, alarm?.Statistic], [1, 'Maximum'], id);
      }
    });
  });
}
