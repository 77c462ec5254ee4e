import { randomUUID } from 'node:crypto';
import { account } from './assembly.ts';
import type { Resource } from './aws-service.ts';
import { assertOnly, BadConfiguration } from './errors.ts';
import { invokeAsynchronously, permits, retriesOf } from './functions/asynchronous.ts';
import { functionNameIn, type LambdaFunction } from './functions/lambda-function.ts';
import type { InvocationOutcome } from './functions/outcome.ts';
import type { InstancePool } from './functions/pool.ts';

/** The rules with a schedule. */
export type Schedules = {
  readonly rules: readonly string[];
  /** The rules of a region as EventBridge has them. */
  list(region: string): readonly RuleState[];
  /** Enables or disables a rule until the machine stops; false where there is none. A run that has started ends. */
  enable(ruleName: string, isEnabled: boolean): boolean;
  /**
   * Runs a rule now, after a run that has not ended; answers how its targets ended, in the order of the template. Rejects
   * for an unknown name, and once the machine stops.
   */
  trigger(ruleName: string): Promise<readonly InvocationOutcome[]>;
  /** Starts no more runs; the pool ends those that run. */
  stop(): Promise<void>;
};

/** A rule with a schedule. */
export type RuleState = Pick<ScheduledRule, 'name' | 'arn' | 'region' | 'enabled' | 'expression'>;

export type ScheduleOptions = {
  readonly resources: readonly Resource[];
  readonly pool: InstancePool;
  readonly paused?: boolean;
};

/** Starts every enabled rule with a schedule. Throws BadConfiguration. */
export const startSchedules = ({ resources, pool, paused = false }: ScheduleOptions): Schedules => {
  const rules = scheduledRulesOf(resources, pool.functions);
  const timers = new Map(rules.map((rule) => [rule.name, createTimer(rule, pool)]));
  for (const { rule, start } of timers.values()) if (rule.enabled && !paused) start();
  const disabled = new Set(rules.filter(({ enabled }) => !enabled).map(({ name }) => name));
  return {
    rules: [...timers.keys()],
    list: (region) =>
      rules
        .filter((rule) => rule.region === region)
        .map((rule) => ({ ...rule, enabled: !disabled.has(rule.name) })),
    enable: (ruleName, isEnabled) => {
      const timer = timers.get(ruleName);
      if (isEnabled && disabled.delete(ruleName)) timer?.start();
      if (!isEnabled && timer && disabled.add(ruleName)) timer.stop();
      return timer !== undefined;
    },
    trigger: async (ruleName) => {
      const timer = timers.get(ruleName);
      if (!timer) throw new Error(`There is no schedule ${ruleName}.`);
      return timer.run();
    },
    stop: async () => {
      for (const { stop } of timers.values()) stop();
    },
  };
};

type Timer = {
  readonly rule: ScheduledRule;
  start(): void;
  run(): Promise<readonly InvocationOutcome[]>;
  stop(): void;
};

const createTimer = (rule: ScheduledRule, pool: InstancePool): Timer => {
  const speed = clockSpeedOf(rule);
  let timer: NodeJS.Timeout | undefined;
  /** Another with each start and stop, so that a run which ends plans nothing for an earlier one. */
  let current = {};
  let last: Promise<unknown> = Promise.resolve();
  const run = (): Promise<readonly InvocationOutcome[]> => {
    const outcomes = last.then(() =>
      Promise.all(
        rule.targets.map((target) =>
          invokeAsynchronously(pool, target, target.input ?? eventOf(rule, Date.now())),
        ),
      ),
    );
    last = outcomes.catch(() => {});
    return outcomes;
  };
  const start = (): void => {
    const mine = {};
    current = mine;
    const plan = (): void => {
      // The next run is planned when this one has ended, so runs never overlap.
      if (current === mine)
        timer = setTimeout(
          () => void run().then(plan, plan),
          Math.ceil(rule.period_ms / speed),
        ).unref();
    };
    plan();
  };
  const stop = (): void => {
    current = {};
    clearTimeout(timer);
  };
  return { rule, start, run, stop };
};

/** The clock speed of the functions shortens the period too. */
const clockSpeedOf = ({ targets }: ScheduledRule): number => {
  const speeds = targets.map(({ of }) => Number(of.variables.CLOCK_SPEED ?? 1));
  return Math.max(1, ...speeds);
};

const eventOf = ({ arn, region }: ScheduledRule, now_ms: number): string =>
  JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account,
    time: new Date(now_ms).toISOString().replace(/\.\d+Z$/, 'Z'),
    region,
    resources: [arn],
    detail: {},
  });

type ScheduledRule = {
  readonly name: string;
  readonly arn: string;
  readonly region: string;
  readonly enabled: boolean;
  /** As the template has it: `rate(1 minute)`. */
  readonly expression: string;
  readonly period_ms: number;
  readonly targets: readonly ScheduledTarget[];
};

type ScheduledTarget = {
  readonly of: LambdaFunction;
  /** JSON that it is invoked with; absent: the event of the schedule. */
  readonly input: string | undefined;
  readonly retries_max: number;
};

const scheduledRulesOf = (
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
      throw new BadConfiguration(
        `${where} has a schedule on a bus of its own, which EventBridge would reject.`,
      );
    const targets = (properties.Targets ?? []) as readonly Target[];
    return {
      ...rule,
      enabled: properties.State === undefined || properties.State === 'ENABLED',
      expression: String(properties.ScheduleExpression),
      period_ms: periodOf(String(properties.ScheduleExpression), where),
      targets: targets.map((target) => targetOf(target, rule, resources, functions)),
    };
  });
};

type Target = { readonly Id: string; readonly Arn: string; readonly [more: string]: unknown };
type Named = { readonly name: string; readonly arn: string };

/** RetryPolicy and dead letters are for invocations that EventBridge cannot deliver at all. */
const targetMembers = ['Id', 'Arn', 'Input', 'RetryPolicy', 'DeadLetterConfig'];

const targetOf = (
  target: Target,
  rule: Named,
  resources: readonly Resource[],
  functions: ReadonlyMap<string, LambdaFunction>,
): ScheduledTarget => {
  assertOnly(`A target of the rule ${rule.name}`, target, targetMembers);
  const of = functions.get(functionNameIn(target.Arn) ?? '');
  if (!of)
    throw new BadConfiguration(
      `The rule ${rule.name} has the target ${target.Arn}, which is no function here.`,
    );
  if (!permits(resources, of, { principal: 'events.amazonaws.com', arn: rule.arn }))
    throw new BadConfiguration(
      `The rule ${rule.name} may not invoke ${of.name}: there is no permission for it.`,
    );
  return {
    of,
    input: target.Input === undefined ? undefined : String(target.Input),
    retries_max: retriesOf(of, resources),
  };
};

/** The milliseconds of `rate(5 minutes)`; throws BadConfiguration, which names the schedule as `where`, for any other. */
export const periodOf = (expression: string, where: string): number => {
  const [, count, unit, plural] =
    /^rate\(([1-9]\d*) (minute|hour|day)(s?)\)$/.exec(expression) ?? [];
  // EventBridge insists on the right number too.
  if (!count || !unit || (count === '1') !== (plural === ''))
    throw new BadConfiguration(
      `${where} has the schedule ${expression}, which is no rate that local/ understands.`,
    );
  const period_ms = Number(count) * units_ms[unit as keyof typeof units_ms];
  if (period_ms > timer_ms_max)
    throw new BadConfiguration(`${where} runs less often than local/ can wait.`);
  return period_ms;
};

const units_ms = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** The longest time that setTimeout can hold: 24 days. */
const timer_ms_max = 2 ** 31 - 1;
