import type { Resource } from './aws-service.ts';
import { BadConfiguration } from './bad-configuration.ts';
import type { Deliver } from './events/deliver.ts';
import { busEvent } from './events/event.ts';
import type { Rule } from './events/rules.ts';
import { functionNameIn } from './functions/lambda-function.ts';
import type { InvokeLater } from './invoke-later.ts';
import { type Next, nextOf } from './schedules/cron.ts';

/** Rules that time, and not an event, sets off. */
export type Schedules = {
  /** Sets one off now, by the name of its rule; resolves when what it set off is over. Rejects for an unknown name. */
  trigger(name: string): Promise<void>;
  stop(): void;
};

export type SchedulesOptions = {
  readonly resources: readonly Resource[];
  readonly rules: readonly Rule[];
  readonly deliver: Deliver;
  readonly invokeLater: InvokeLater;
  /** Schedules come so many times as often; 1 unless told. */
  readonly clockSpeed?: number | undefined;
};

/** Starts every enabled schedule. One that is still at work when its time comes is left until the next time. */
export const startSchedules = (options: SchedulesOptions): Schedules => {
  const entries = [...options.rules.flatMap((rule) => ruleEntry(rule, options.deliver)), ...schedulerEntries(options)];
  const timers = new Set<() => void>();
  const running = new Map<string, Promise<void>>();
  const run = async (entry: Entry): Promise<void> => {
    const work = (running.get(entry.name) ?? Promise.resolve()).then(entry.run);
    running.set(entry.name, work);
    await work.finally(() => running.get(entry.name) === work && running.delete(entry.name));
  };
  for (const entry of entries) {
    if (!entry.enabled) continue;
    const tick = (): void => void (running.has(entry.name) || run(entry));
    timers.add(every(entry.next, options.clockSpeed ?? 1, tick));
  }
  return {
    trigger: async (name) => {
      const entry = entries.find((each) => each.name === name);
      if (!entry) throw new Error(`There is no schedule ${name}.`);
      await run(entry);
    },
    stop: () => {
      for (const stop of timers) stop();
    },
  };
};

type Entry = {
  readonly name: string;
  readonly enabled: boolean;
  readonly next: Next;
  readonly run: () => Promise<void>;
};

const ruleEntry = (rule: Rule, deliver: Deliver): Entry[] => {
  if (rule.schedule === undefined) return [];
  const event = () =>
    busEvent({
      source: 'aws.events',
      detailType: 'Scheduled Event',
      detail: {},
      region: rule.region,
      resources: [rule.arn],
    });
  return [
    {
      ...{ name: rule.name, enabled: rule.enabled, next: nextOf(rule.schedule, `The rule ${rule.name}`) },
      run: async () => {
        const happening = event();
        await Promise.all(rule.targets.map((target) => deliver(rule, target, happening)));
      },
    },
  ];
};

type Scheduled = {
  readonly ScheduleExpression: string;
  readonly ScheduleExpressionTimezone?: string;
  readonly State?: string;
  readonly Target: { readonly Arn: string; readonly Input?: string };
};

/** Schedules of EventBridge Scheduler that invoke a function. */
const schedulerEntries = ({ resources, invokeLater }: SchedulesOptions): Entry[] =>
  resources
    .filter(({ type }) => type === 'AWS::Scheduler::Schedule')
    .map(({ physicalId: name, properties }) => {
      const { ScheduleExpression, ScheduleExpressionTimezone: zone = 'UTC', State, Target } = properties as Scheduled;
      const functionName = functionNameIn(Target.Arn);
      if (!functionName)
        throw new BadConfiguration(`The schedule ${name} has the target ${Target.Arn}, which is no function.`);
      if (zone !== 'UTC') throw new BadConfiguration(`The schedule ${name} is in ${zone}; local/ only knows UTC.`);
      return {
        ...{ name, enabled: State !== 'DISABLED', next: nextOf(ScheduleExpression, `The schedule ${name}`) },
        run: () => invokeLater(functionName, JSON.parse(Target.Input ?? '{}')),
      };
    });

/** Node's timers hold no longer than this. */
const timer_ms_max = 2 ** 31 - 1;

/** Calls at each time of a clock that starts at the real time and runs faster; the answer stops it. */
const every = (next: Next, speed: number, call: () => void): (() => void) => {
  const start = Date.now();
  const fast = (): number => start + (Date.now() - start) * speed;
  let timer: NodeJS.Timeout | undefined;
  const wait = (due: number): void => {
    const ms = (due - fast()) / speed;
    timer = setTimeout(() => (fast() < due ? wait(due) : ring(due)), Math.min(timer_ms_max, Math.max(1, ms))).unref();
  };
  const ring = (due: number): void => {
    call();
    // A machine that slept rings once, and not once for each time it missed.
    wait(next(Math.max(due, fast() - 1)));
  };
  wait(next(start));
  return () => clearTimeout(timer);
};
