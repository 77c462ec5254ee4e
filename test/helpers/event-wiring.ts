import assert from 'node:assert/strict';
import type { Worker } from '../../functions/contract/workers.ts';
import { ofType, type Resource, type SynthesisedStack, textOf } from './synthesised.ts';
import { asCalled, calledAt, functionOf } from './template-functions.ts';

/** What an arn in a template belongs to. */
export const logicalIdOf = (arn: unknown): string => textOf(arn).slice(1, -1).replace('.Arn', '');

/** The name of the queue that an arn in a template belongs to. */
export const queueAt = (stack: SynthesisedStack, arn: unknown): string =>
  stack.resources[logicalIdOf(arn)]?.Properties.QueueName;

/** The rules of the bus, without the clocks. */
export const onBus = (stack: SynthesisedStack): [string, Resource][] =>
  ofType(stack, 'AWS::Events::Rule').filter(([, rule]) => rule.Properties.EventBusName);

/** The logical id of the rule of this name. */
export const ruleCalled = (stack: SynthesisedStack, name: string): string => {
  const [found] = ofType(stack, 'AWS::Events::Rule').find(([, { Properties }]) => Properties.Name === name) ?? [];
  return found ?? assert.fail(`no rule ${name}`);
};

/** The one mapping that feeds a worker. */
export const mappingOf = (stack: SynthesisedStack, { id }: Worker): Resource['Properties'] => {
  const { logicalId } = functionOf(stack, id);
  const found = ofType(stack, 'AWS::Lambda::EventSourceMapping').filter(
    ([, { Properties }]) => calledAt(stack, Properties.FunctionName) === asCalled(stack, logicalId),
  );
  assert.equal(found.length, 1, `${id} is fed once`);
  return found[0]?.[1].Properties;
};

type Statement = { Effect: string; Principal: object; Action: string; Resource: object; Condition: object };

/** Every statement of a queue's policy. */
export const policyOf = (stack: SynthesisedStack, queue: string): Statement[] =>
  ofType(stack, 'AWS::SQS::QueuePolicy')
    .filter(([, { Properties }]) => Properties.Queues.some((one: { Ref: string }) => one.Ref === queue))
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);

/** The alarm on one metric of one queue or function. */
export const alarmOn = (
  stack: SynthesisedStack,
  metric: string,
  logicalId: string,
): Resource['Properties'] | undefined =>
  ofType(stack, 'AWS::CloudWatch::Alarm')
    .map(([, { Properties }]) => Properties)
    .find(({ MetricName, Dimensions = [] }) => {
      const [{ Value = {} } = {}] = Dimensions;
      const [of] = [Value.Ref ?? Value['Fn::GetAtt']].flat();
      return MetricName === metric && of === logicalId;
    });
