import { account } from '../assembly.ts';
import type { Access, AwsCall } from '../aws-service.ts';
import { AwsError, validationError } from '../errors.ts';
import { inputOf } from '../json-protocol.ts';
import type { Schedules } from '../schedules.ts';

/** Whether a call is about the rules with a schedule, which are on the default bus. */
export const isRuleOperation = ({ operation }: AwsCall): boolean =>
  Object.hasOwn(operations, operation);

/** The permission that IAM must allow for it. */
export const ruleAccess = (call: AwsCall): Access => {
  const { Name, NamePrefix = '' } = inputOf(call);
  const rule = Name ?? `${String(NamePrefix)}*`;
  return {
    action: `events:${call.operation}`,
    resource: `arn:aws:events:${call.region}:${account}:rule/${String(rule)}`,
  };
};

/** Lists, enables and disables these rules; any other member of a request is rejected. */
export const ruleOperation = (schedules: Schedules, call: AwsCall): object => {
  const { Name, NamePrefix, ...rest } = inputOf(call);
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw validationError(`local/ does not know ${unknown}.`);
  return (
    operations[call.operation]?.(schedules, call.region, String(Name ?? NamePrefix ?? '')) ?? {}
  );
};

type Operation = (schedules: Schedules, region: string, name: string) => object;

const enabling =
  (isEnabled: boolean): Operation =>
  (schedules, region, name) => {
    const isHere = schedules.list(region).some((rule) => rule.name === name);
    if (isHere && schedules.enable(name, isEnabled)) return {};
    throw new AwsError(
      400,
      'ResourceNotFoundException',
      `Rule ${name} does not exist on EventBus default.`,
    );
  };

const operations: Readonly<Record<string, Operation>> = {
  ListRules: (schedules, region, prefix) => ({
    Rules: schedules
      .list(region)
      .filter(({ name }) => name.startsWith(prefix))
      .map(({ name, arn, enabled, expression }) => ({
        Name: name,
        Arn: arn,
        EventBusName: 'default',
        State: enabled ? 'ENABLED' : 'DISABLED',
        ScheduleExpression: expression,
      })),
  }),
  EnableRule: enabling(true),
  DisableRule: enabling(false),
};
