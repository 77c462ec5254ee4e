import { account } from '../assembly.ts';
import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import type { BusEvent } from './event.ts';
import { jsonPath } from './json-path.ts';
import { compilePattern, type Matches } from './pattern.ts';
import { type InputSettings, targetInput } from './target-input.ts';

/** A rule of the templates. */
export type Rule = {
  readonly name: string;
  readonly arn: string;
  readonly region: string;
  /** Name of its bus: `default`, or one of the templates. */
  readonly bus: string;
  readonly enabled: boolean;
  /** Absent: it only has a schedule. */
  readonly matches?: Matches;
  /** `rate(…)` or `cron(…)` */
  readonly schedule: string | undefined;
  readonly targets: readonly Target[];
};

/** Where a rule sends. */
export type Target = {
  readonly arn: string;
  /** The text for this event. */
  readonly input: (event: BusEvent) => string;
  /** The message group of a queue's message. */
  readonly group: (event: BusEvent) => string | undefined;
  /** Arn of the queue that gets what could not be delivered. */
  readonly deadLetters: string | undefined;
};

/** Every rule; throws BadConfiguration for what cannot be run as AWS does. */
export const rulesIn = (resources: readonly Resource[]): Rule[] =>
  resources.filter(({ type }) => type === 'AWS::Events::Rule').map(ruleOf);

type Properties = {
  readonly EventBusName?: string;
  readonly EventPattern?: unknown;
  readonly ScheduleExpression?: string;
  readonly State?: string;
  readonly Targets?: readonly DeclaredTarget[];
};

type DeclaredTarget = InputSettings & {
  readonly Arn: string;
  readonly SqsParameters?: { readonly MessageGroupId?: string };
  readonly DeadLetterConfig?: { readonly Arn?: string };
};

const ruleOf = (resource: Resource): Rule => {
  const {
    EventBusName = 'default',
    EventPattern,
    ScheduleExpression,
    State,
    Targets,
  } = resource.properties as Properties;
  const name = resource.physicalId;
  const bus = EventBusName.split('/').at(-1) ?? '';
  const arn = ruleArn(resource, bus, name);
  return {
    ...{ name, arn, bus, region: resource.region, schedule: ScheduleExpression },
    enabled: State !== 'DISABLED',
    ...(EventPattern !== undefined && { matches: compilePattern(EventPattern, `The rule ${name}`) }),
    targets: (Targets ?? []).map((target) => targetOf(target, { name, arn })),
  };
};

const ruleArn = ({ region }: Resource, bus: string, name: string): string =>
  `arn:aws:events:${region}:${account}:rule/${bus === 'default' ? '' : `${bus}/`}${name}`;

const known = new Set([
  ...['Id', 'Arn', 'RoleArn', 'Input', 'InputPath', 'InputTransformer'],
  ...['SqsParameters', 'DeadLetterConfig', 'RetryPolicy'],
]);

const targetOf = (target: DeclaredTarget, rule: { name: string; arn: string }): Target => {
  const unknown = Object.keys(target).find((member) => !known.has(member));
  if (unknown)
    throw new BadConfiguration(`The rule ${rule.name} has a target with ${unknown}, which local/ does not know.`);
  if (!/^arn:aws:(sqs:.*|lambda:.*:function:.*)$/.test(target.Arn))
    throw new BadConfiguration(
      `The rule ${rule.name} has the target ${target.Arn}, which is neither queue nor function.`,
    );
  return {
    arn: target.Arn,
    input: targetInput(target, rule),
    group: groupOf(target.SqsParameters?.MessageGroupId, `The rule ${rule.name}`),
    deadLetters: target.DeadLetterConfig?.Arn,
  };
};

/** A message group is a text, or a path into the event. */
const groupOf = (group: string | undefined, where: string): Target['group'] => {
  if (!group?.startsWith('$.')) return () => group;
  const take = jsonPath(group, where);
  return (event) => {
    const value = take(event);
    return value === undefined ? undefined : String(value);
  };
};
