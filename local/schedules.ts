import { randomUUID } from 'node:crypto';
import { account } from './assembly.ts';
import type { Resource } from './aws-service.ts';
import type { Outcome } from './functions/outcome.ts';
import type { Pool } from './functions/pool.ts';
import { type ScheduledRule, type ScheduledTarget, scheduledRulesOf } from './schedules/rules.ts';

/** What runs at its time. */
export type Schedules = {
  /** Names of the rules. */
  readonly rules: readonly string[];
  /**
   * Runs a rule now, after a run of it that has not ended; answers how its targets ended, in the order of the template.
   * Rejects for an unknown name, and once the machine stops.
   */
  trigger(ruleName: string): Promise<readonly Outcome[]>;
  /** Starts nothing more; what runs is the pool's to end. */
  stop(): Promise<void>;
};

export type ScheduleOptions = {
  readonly resources: readonly Resource[];
  readonly pool: Pool;
  /** The machine's clock, in milliseconds since 1970; for tests. */
  readonly now?: () => number;
  /** No rule runs by itself. */
  readonly paused?: boolean;
};

/** Starts every enabled rule with a schedule. Throws BadConfiguration. */
export const startSchedules = ({ resources, pool, now = Date.now, paused = false }: ScheduleOptions): Schedules => {
  const rules = scheduledRulesOf(resources, pool.functions);
  const courses = new Map(rules.map((rule) => [rule.name, createCourse(rule, pool, now)]));
  for (const { rule, plan } of courses.values()) if (rule.enabled && !paused) plan();
  return {
    rules: [...courses.keys()],
    trigger: async (ruleName) => {
      const course = courses.get(ruleName);
      if (!course) throw new Error(`There is no schedule ${ruleName}.`);
      return course.run();
    },
    stop: async () => {
      for (const { stop } of courses.values()) stop();
    },
  };
};

type Course = {
  readonly rule: ScheduledRule;
  /** Sets the clock for the next time, again and again. */
  plan(): void;
  run(): Promise<readonly Outcome[]>;
  stop(): void;
};

const createCourse = (rule: ScheduledRule, pool: Pool, now: () => number): Course => {
  const divisor = waitDivisorOf(rule);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let last: Promise<unknown> = Promise.resolve();
  const run = (): Promise<readonly Outcome[]> => {
    const turn = last.then(() => Promise.all(rule.targets.map((target) => invoke(pool, target, eventOf(rule, now())))));
    last = turn.catch(() => {});
    return turn;
  };
  const plan = (): void => {
    const from = now();
    const due = rule.next(from);
    if (due !== undefined && !stopped) wait(Math.ceil((due - from) / divisor));
  };
  const wait = (ms: number): void => {
    const step = Math.min(ms, timer_ms_max);
    // The next time is planned when this run has ended, so a long one takes its successors' place.
    const then = ms > step ? () => wait(ms - step) : () => void run().then(plan, plan);
    timer = setTimeout(then, step).unref();
  };
  const stop = (): void => {
    stopped = true;
    clearTimeout(timer);
  };
  return { rule, plan, run, stop };
};

/** What setTimeout can hold: 24 days. */
const timer_ms_max = 2 ** 31 - 1;

/** The setting that divides every wait the service schedules divides this one too: its functions know it by this name. */
const waitDivisorOf = ({ targets }: ScheduledRule): number => {
  const divisors = targets.map(({ of }) => Number(of.variables.WAIT_DIVISOR ?? 1));
  return Math.max(1, ...divisors);
};

/** An asynchronous invocation, which Lambda tries again when the function fails. */
const invoke = async (pool: Pool, { of, input, retries_max }: ScheduledTarget, event: string): Promise<Outcome> => {
  let outcome = await pool.invoke(of.name, input ?? event);
  for (let retry = 0; outcome.functionError && retry < retries_max; retry++) {
    outcome = await pool.invoke(of.name, input ?? event);
  }
  return outcome;
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
