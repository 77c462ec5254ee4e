import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  decideVerification,
  deliverWebhook,
  fanOutEvent,
  relayEvents,
  settleCards,
  sweepDueWork,
} from '../../functions/contract/workers.ts';
import { eventSource } from '../../functions/ports/event-bus/eventbridge-bus.ts';
import { logGroupName } from '../../lib/environments.ts';
import { alarmOn, mappingOf, onBus, queueAt } from '../helpers/event-wiring.ts';
import { ofType, synthesised, textOf } from '../helpers/synthesised.ts';
import { functionOf } from '../helpers/template-functions.ts';

const all = await synthesised();
const stacks = all.filter(({ name }) => name === 'events');

for (const stack of stacks) {
  const name = (what: string) => `financial-services-${stack.environment}-${what}`;

  describe(`the way of an event in ${stack.environment}`, () => {
    test('begins at the stream of the outbox, whose arn the data stack writes and this one looks up', () => {
      const data = all.find((one) => one.environment === stack.environment && one.name === 'data') ?? assert.fail();
      const [[, written] = assert.fail()] = ofType(data, 'AWS::SSM::Parameter');
      const { EventSourceArn } = mappingOf(stack, relayEvents);
      const parameter = stack.parameters[textOf(EventSourceArn).slice(1, -1)];
      assert.equal(parameter?.Type, 'AWS::SSM::Parameter::Value<String>');
      assert.equal(parameter?.Default, written.Properties.Name);
      const [table, attribute] = textOf(written.Properties.Value).slice(1, -1).split('.');
      assert.equal(data.resources[table ?? '']?.Properties.TableName, name('outbox'));
      assert.equal(attribute, 'StreamArn');
    });

    test('reaches the relay when it is new and everybody may hear of it, and a bad record stops nothing', () => {
      const mapping = mappingOf(stack, relayEvents);
      const patterns = mapping.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern));
      assert.deepEqual(
        patterns,
        ['due_shard', 'undispatched'].map((mark) => ({
          eventName: ['INSERT'],
          dynamodb: { NewImage: { [mark]: { S: [{ exists: true }] } } },
        })),
      );
      assert.deepEqual([mapping.BatchSize, mapping.StartingPosition], [100, 'TRIM_HORIZON']);
      assert.equal(mapping.BisectBatchOnFunctionError, true);
      assert.deepEqual(mapping.FunctionResponseTypes, ['ReportBatchItemFailures']);
      assert.ok(mapping.MaximumRetryAttempts > 0 && mapping.MaximumRetryAttempts <= 10);
      assert.ok(mapping.MaximumRecordAgeInSeconds > 0 && mapping.MaximumRecordAgeInSeconds <= 24 * 60 * 60);
      assert.equal(queueAt(stack, mapping.DestinationConfig.OnFailure.Destination), name('relay-events-failed'));
    });

    test('goes over the bus of the environment into the queue of its consumer, fair among tenants', () => {
      const [[, bus] = assert.fail()] = ofType(stack, 'AWS::Events::EventBus');
      assert.equal(bus.Properties.Name, `financial-services-${stack.environment}`);
      const heard = {
        webhooks: { source: [eventSource] },
        identity: { source: [eventSource], 'detail-type': ['verification.processing'] },
        cards: {
          source: [eventSource],
          'detail-type': [
            ...['customer.suspended', 'customer.reactivated', 'customer.closed'],
            ...['feature.activated', 'feature.deactivated', 'feature.suspended', 'feature.resumed'],
            ...['card.updated', 'card.activated', 'card.frozen', 'card.unfrozen', 'card.blocked', 'card.unblocked'],
            ...['card.closed', 'card.replaced'],
          ],
        },
      };
      const rules = onBus(stack).map(([, { Properties }]) => Properties);
      assert.deepEqual(rules.map(({ Name }) => Name).sort(), Object.keys(heard).map(name).sort());
      for (const [queue, pattern] of Object.entries(heard)) {
        const { EventPattern, Targets } = rules.find(({ Name }) => Name === name(queue)) ?? assert.fail();
        assert.deepEqual(EventPattern, pattern);
        assert.equal(queueAt(stack, Targets[0].Arn), name(queue));
        assert.equal(Targets[0].SqsParameters.MessageGroupId, '$.detail.tenant_id');
        assert.equal(queueAt(stack, Targets[0].DeadLetterConfig.Arn), name(`${queue}-missed`));
      }
      assert.equal(queueAt(stack, mappingOf(stack, fanOutEvent).EventSourceArn), name('webhooks'));
      assert.equal(queueAt(stack, mappingOf(stack, decideVerification).EventSourceArn), name('identity'));
    });

    test('ends in the queue of deliveries, where no message waits for others', () => {
      const mapping = mappingOf(stack, deliverWebhook);
      assert.equal(queueAt(stack, mapping.EventSourceArn), name('deliver'));
      assert.deepEqual([mapping.BatchSize, mapping.MaximumBatchingWindowInSeconds], [10, 0]);
    });

    test('is swept for what was lost each minute', () => {
      const [[, { Properties: clock }] = assert.fail(), ...others] = ofType(stack, 'AWS::Events::Rule').filter(
        ([, rule]) => rule.Properties.ScheduleExpression,
      );
      assert.deepEqual(others, []);
      assert.equal(clock.ScheduleExpression, 'rate(1 minute)');
      const { logicalId } = functionOf(stack, sweepDueWork.id);
      assert.deepEqual(clock.Targets[0].Arn, { 'Fn::GetAtt': [logicalId, 'Arn'] });
      assert.ok(sweepDueWork.timeout_seconds < 60, 'one sweep ends before the next begins');
      const [[, { Properties: calls }] = assert.fail()] = ofType(stack, 'AWS::Lambda::EventInvokeConfig');
      assert.deepEqual(calls, {
        FunctionName: { Ref: logicalId },
        Qualifier: '$LATEST',
        MaximumEventAgeInSeconds: 60,
        MaximumRetryAttempts: 0,
      });
    });
  });

  test(`alarms tell of a late stream and of a sweeper that stopped in ${stack.environment}`, () => {
    const relay = functionOf(stack, relayEvents.id).logicalId;
    assert.equal(alarmOn(stack, 'IteratorAge', relay)?.Threshold, 5 * 60 * 1000);
    const sweep = functionOf(stack, sweepDueWork.id).logicalId;
    assert.equal(alarmOn(stack, 'Invocations', sweep)?.AlarmName, name('sweep-due-work-stopped'));
  });

  test(`what only a log says rings in ${stack.environment}`, () => {
    const alarms = ofType(stack, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
    const ringing = ofType(stack, 'AWS::Logs::MetricFilter').map(([, { Properties }]) => {
      const { FilterPattern, LogGroupName, MetricTransformations } = Properties;
      const of = [sweepDueWork, settleCards].find(({ id }) => logGroupName(stack.environment, id) === LogGroupName);
      const [{ MetricName, MetricNamespace }] = MetricTransformations;
      const alarm = alarms.find((one) => one.MetricName === MetricName && one.Namespace === MetricNamespace);
      return [of?.id, FilterPattern, alarm?.AlarmName, alarm?.Threshold];
    });
    assert.deepEqual(ringing, [
      [sweepDueWork.id, '{ $.message = "events are set aside" }', name('events-set-aside'), 1],
      [sweepDueWork.id, '{ $.message = "nobody is woken for what is due" }', name('due-work-unknown'), 1],
      [sweepDueWork.id, '{ $.message = "no time for all that is due" }', name('sweep-due-work-behind'), 3],
      [settleCards.id, '{ $.message = "the issuer does not know a card as it is" }', name('issuer-not-told'), 1],
    ]);
  });
}
