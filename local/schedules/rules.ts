import { account } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import { functionNameIn, type LambdaFunction } from '../functions/lambda-function.ts';
import { wildcard } from '../iam/wildcard.ts';
import { periodOf } from './rate.ts';

/** A rule with a schedule, ready to run. */
export type ScheduledRule = {
  readonly name: string;
  readonly arn: string;
  readonly region: string;
  readonly enabled: boolean;
  readonly period_ms: number;
  readonly targets: readonly ScheduledTarget[];
};

export type ScheduledTarget = {
  readonly of: LambdaFunction;
  /** JSON that it is invoked with; absent: the event of the schedule. */
  readonly input: string | undefined;
  /** How often Lambda tries a failed asynchronous invocation again. */
  readonly retries_max: number;
};

/** The rules with a schedule; throws BadConfiguration for one that AWS would not run, as without a permission to invoke. */
export const scheduledRulesOf = (
  resources: readonly Resource[],
  functions: ReadonlyMap<string, LambdaFunction>,
): ScheduledRule[] => {
  const rules = resources.filter(
    ({ type, properties }) => type === 'AWS::Events::Rule' && properties.ScheduleExpression,
  );
  return rules.map((resource) => {
    const { physicalId: name, region, properties } = resource;
    const where = `The rule ${name}`;
    const rule = { name, region, arn: `arn:aws:events:${region}:${account}:rule/${name}` };
    if (properties.EventBusName !== undefined && properties.EventBusName !== 'default')
      throw new BadConfiguration(`${where} has a schedule on a bus of its own, which EventBridge would refuse.`);
    const targets = (properties.Targets ?? []) as readonly Target[];
    return {
      ...rule,
      enabled: properties.State === undefined || properties.State === 'ENABLED',
      period_ms: periodOf(String(properties.ScheduleExpression), where),
      targets: targets.map((target) => targetOf(target, rule, resources, functions)),
    };
  });
};

type Target = { readonly Id: string; readonly Arn: string; readonly [more: string]: unknown };
type Named = { readonly name: string; readonly arn: string };

/** What a target may say; RetryPolicy and dead letters are for invocations that EventBridge cannot hand over at all. */
const understood = new Set(['Id', 'Arn', 'Input', 'RetryPolicy', 'DeadLetterConfig']);

const targetOf = (
  target: Target,
  rule: Named,
  resources: readonly Resource[],
  functions: ReadonlyMap<string, LambdaFunction>,
): ScheduledTarget => {
  const unknown = Object.keys(target).find((name) => !understood.has(name));
  if (unknown)
    throw new BadConfiguration(`The rule ${rule.name} has a target with ${unknown}, which local/ does not run.`);
  const of = functions.get(functionNameIn(target.Arn) ?? '');
  if (!of) throw new BadConfiguration(`The rule ${rule.name} has the target ${target.Arn}, which is no function here.`);
  if (!mayInvoke(of, rule, resources))
    throw new BadConfiguration(`The rule ${rule.name} may not invoke ${of.name}: there is no permission for it.`);
  const config = resources.find(
    ({ type, properties }) => type === 'AWS::Lambda::EventInvokeConfig' && isOf(of, properties.FunctionName),
  );
  return {
    of,
    input: target.Input === undefined ? undefined : String(target.Input),
    retries_max: Number(config?.properties.MaximumRetryAttempts ?? 2),
  };
};

const isOf = (of: LambdaFunction, name: unknown): boolean => (functionNameIn(String(name)) ?? name) === of.name;

const mayInvoke = (of: LambdaFunction, { arn }: Named, resources: readonly Resource[]): boolean =>
  resources.some(
    ({ type, properties }) =>
      type === 'AWS::Lambda::Permission' &&
      properties.Principal === 'events.amazonaws.com' &&
      (properties.Action === 'lambda:InvokeFunction' || properties.Action === 'lambda:*') &&
      isOf(of, properties.FunctionName) &&
      wildcard(String(properties.SourceArn ?? '*'))(arn),
  );
