import { BadConfiguration } from '../bad-configuration.ts';
import type { QueuePolicies } from '../queues/policy.ts';
import type { Queues } from '../queues/queues.ts';
import { type BusEvent, type InputSettings, transformOf } from './input.ts';
import { jsonPath } from './json-path.ts';

/** The rule that a target belongs to. */
export type RuleName = { readonly arn: string; readonly name: string };

/** Where targets are found, and what they allow. */
export type Reach = { readonly queues: Queues; readonly policies: QueuePolicies };

/** Brings one event to where a rule says; never throws for what a deployment could have got wrong. */
export type Target = (event: BusEvent) => void;

type Settings = InputSettings & {
  readonly Id: string;
  readonly Arn: string;
  readonly SqsParameters?: { readonly MessageGroupId?: string };
  readonly DeadLetterConfig?: { readonly Arn?: string };
};

/** Reads a target of a rule; throws BadConfiguration for one that is no queue, or says what is not understood. */
export const targetOf = (properties: unknown, rule: RuleName, reach: Reach): Target => {
  const target = properties as Settings;
  const where = `The target ${target.Id} of the rule ${rule.name}`;
  const unknown = Object.keys(target).find((member) => !members.has(member));
  if (unknown) throw new BadConfiguration(`${where} has ${unknown}, which local/ does not understand.`);
  if (!/^arn:aws:sqs:/.test(target.Arn)) throw new BadConfiguration(`${where} is no queue, so local/ cannot reach it.`);
  const transform = transformOf(target, where);
  const groupOf = groupIn(target.SqsParameters?.MessageGroupId, where);
  return (event) => {
    const failure = refusalOf(target.Arn, rule, reach);
    if (failure) return bury(event, { ...failure, rule, target, reach });
    const group = groupOf(event);
    reach.queues.byArn(target.Arn)?.send(transform(event), group === undefined ? {} : { group });
  };
};

/** RetryPolicy changes nothing: what fails here would fail again. */
const members = new Set([
  ...['Id', 'Arn', 'InputTransformer'],
  ...['SqsParameters', 'DeadLetterConfig', 'RetryPolicy'],
]);

/** A group by name, or by a path that starts with `$` and is looked up in the event as it came. */
const groupIn = (group: string | undefined, where: string): ((event: BusEvent) => string | undefined) => {
  if (!group?.startsWith('$')) return () => group;
  const find = jsonPath(group, where);
  return (event) => {
    const value = find(event);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
};

type Failure = { readonly code: string; readonly message: string };

const refusalOf = (queueArn: string, rule: RuleName, { queues, policies }: Reach): Failure | undefined => {
  if (!queues.byArn(queueArn)) return { code: 'NO_RESOURCE', message: `The queue ${queueArn} does not exist.` };
  if (policies.allow(queueArn, 'sqs:SendMessage', 'events.amazonaws.com', rule.arn)) return undefined;
  const message = `The policy of the queue ${queueArn} does not allow the rule ${rule.arn} to send to it.`;
  return { code: 'NO_PERMISSIONS', message };
};

type Undelivered = Failure & { readonly rule: RuleName; readonly target: Settings; readonly reach: Reach };

const bury = (event: BusEvent, { code, message, rule, target, reach }: Undelivered): void => {
  const arn = target.DeadLetterConfig?.Arn;
  const second = arn === undefined ? undefined : refusalOf(arn, rule, reach);
  if (arn === undefined || second) {
    // On AWS only a metric tells of it; here somebody sits in front of the machine.
    console.error(`The rule ${rule.name} lost an event: ${message}${second ? ` ${second.message}` : ''}`);
    return;
  }
  const text = (StringValue: string) => ({ DataType: 'String', StringValue });
  reach.queues.byArn(arn)?.send(JSON.stringify(event), {
    attributes: {
      RULE_ARN: text(rule.arn),
      TARGET_ARN: text(target.Arn),
      ERROR_CODE: text(code),
      ERROR_MESSAGE: text(message),
    },
  });
};
