import type { AwsCall } from './aws-service.ts';

/**
 * What goes wrong. On calls: `kill-before` and `kill-after` kill the calling instance before or after the call takes
 * effect; `drop-answer` lets it take effect and destroys the connection; `throttle`, `conflict`, `deny` and
 * `unavailable` refuse it without effect; `until` holds it back. On queue messages: `lose` and `duplicate`. A delay is for
 * both.
 */
export type Effect =
  | 'kill-before'
  | 'kill-after'
  | 'drop-answer'
  | 'throttle'
  | 'conflict'
  | 'deny'
  | 'unavailable'
  | 'lose'
  | 'duplicate'
  | { readonly delay_ms: number }
  | { readonly until: Promise<unknown> };

/** What a fault can strike: a call, or a message of a queue (`service: 'queue'`, `operation`: the queue's name). */
export type Subject = Pick<AwsCall, 'service' | 'operation'> & Partial<AwsCall>;

/** Which subjects are struck, and how. Every condition given must hold. */
export type FaultRule = {
  /** Name of the calling function. */
  readonly function?: string | RegExp;
  readonly service?: string;
  readonly operation?: string | RegExp;
  readonly when?: (subject: Subject) => boolean;
  /** Strikes from the n-th subject on that the conditions hold for; 1 is the first. */
  readonly nth?: number;
  /** How often it strikes; 1 where `nth` is given, else without end. */
  readonly times?: number;
  /** Strikes with this probability; `random` answers in [0, 1), so that a seed repeats the run. */
  readonly probability?: number;
  readonly random?: () => number;
  readonly effect: Effect;
};

/** A rule in force. */
export type Fault = {
  /** How often it has struck. */
  readonly hits: number;
  remove(): void;
};

/** The faults of one machine. */
export type Faults = {
  add(rule: FaultRule): Fault;
  clear(): void;
  /**
   * The effects that strike this subject, in the order their rules were added. Ask once per subject: rules count.
   * Only rules with an effect that the asker `understands` are looked at. The operator's calls are never struck.
   */
  match(subject: Subject, understands: (effect: Effect) => boolean): Effect[];
};

/** No faults yet. */
export const createFaults = (): Faults => {
  const rules = new Set<ActiveRule>();
  return {
    add: (rule) => {
      const active: ActiveRule = { rule, seen: 0, hits: 0 };
      rules.add(active);
      return {
        get hits() {
          return active.hits;
        },
        remove: () => void rules.delete(active),
      };
    },
    clear: () => rules.clear(),
    match: (subject, understands) => {
      if (rules.size === 0 || subject.principal?.kind === 'operator') return [];
      return [...rules]
        .filter((active) => understands(active.rule.effect) && applies(active.rule, subject) && strikes(active))
        .map(({ rule }) => rule.effect);
    },
  };
};

type ActiveRule = { readonly rule: FaultRule; seen: number; hits: number };

const applies = (rule: FaultRule, subject: Subject): boolean => {
  const caller = subject.principal?.kind === 'function' ? subject.principal.functionName : undefined;
  return (
    fits(rule.function, caller) &&
    (rule.service === undefined || rule.service === subject.service) &&
    fits(rule.operation, subject.operation) &&
    (rule.when?.(subject) ?? true)
  );
};

const fits = (pattern: string | RegExp | undefined, value: string | undefined): boolean => {
  if (pattern === undefined) return true;
  if (value === undefined) return false;
  // `search` and not `test`: a pattern with the flag g must not remember where it stopped.
  return typeof pattern === 'string' ? pattern === value : value.search(pattern) >= 0;
};

const strikes = (active: ActiveRule): boolean => {
  const { nth, times, probability = 1, random = Math.random } = active.rule;
  active.seen += 1;
  if (active.seen < (nth ?? 1)) return false;
  if (active.hits >= (times ?? (nth === undefined ? Number.POSITIVE_INFINITY : 1))) return false;
  if (probability < 1 && random() >= probability) return false;
  active.hits += 1;
  return true;
};
