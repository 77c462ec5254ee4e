import type { AwsCall } from './aws-service.ts';
import { AwsError } from './errors.ts';

/**
 * The effect of a fault. On calls, `kill-before` and `kill-after` kill the calling instance before
 * or after the call takes effect; `drop-answer` lets it take effect and destroys the connection.
 * `throttle`, `conflict`, `deny` and `unavailable` reject the call without effect; `until` holds it
 * back. On queue messages: `lose` and `duplicate`. A delay is for both.
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

/**
 * The subject of a fault: a call, or a message of a queue (`service: 'queue'`, `operation`: the
 * queue's name).
 */
export type FaultSubject = Pick<AwsCall, 'service' | 'operation'> & Partial<AwsCall>;

/** Which subjects are hit, and how. Every condition given must hold. */
export type FaultRule = {
  readonly function?: string | RegExp;
  readonly service?: string;
  readonly operation?: string | RegExp;
  readonly when?: (subject: FaultSubject) => boolean;
  /** Hits from the n-th subject on for which the conditions hold; 1 is the first. */
  readonly nth?: number;
  readonly times?: number;
  /** Hits with this probability; `random` answers in [0, 1), so that a seed repeats the run. */
  readonly probability?: number;
  readonly random?: () => number;
  readonly effect: Effect;
};

/** A rule in force. */
export type Fault = {
  readonly hits: number;
  /** Resolves when the first subject is hit. */
  readonly firstHit: Promise<void>;
  remove(): void;
};

/** The faults of one machine. */
export type Faults = {
  add(rule: FaultRule): Fault;
  clear(): void;
  /**
   * The effects on this subject, in the order in which the rules were added. Call it once per subject: rules count. Only
   * rules with an effect that `isKnown` to the caller count. The operator's calls are never hit.
   */
  match(subject: FaultSubject, isKnown: (effect: Effect) => boolean): Effect[];
};

/** No faults yet. */
export const createFaults = (): Faults => {
  const rules = new Set<ActiveRule>();
  return {
    add: (rule) => {
      const { promise: firstHit, resolve: noteHit } = Promise.withResolvers<void>();
      const active: ActiveRule = { rule, noteHit, seen: 0, hits: 0 };
      rules.add(active);
      return {
        get hits() {
          return active.hits;
        },
        firstHit,
        remove: () => void rules.delete(active),
      };
    },
    clear: () => rules.clear(),
    match: (subject, isKnown) => {
      if (rules.size === 0 || subject.principal?.kind === 'operator') return [];
      return [...rules]
        .filter(
          (active) => isKnown(active.rule.effect) && applies(active.rule, subject) && hits(active),
        )
        .map(({ rule }) => rule.effect);
    },
  };
};

type ActiveRule = {
  readonly rule: FaultRule;
  readonly noteHit: () => void;
  seen: number;
  hits: number;
};

const applies = (rule: FaultRule, subject: FaultSubject): boolean => {
  const caller =
    subject.principal?.kind === 'function' ? subject.principal.functionName : undefined;
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

const hits = (active: ActiveRule): boolean => {
  const { nth, times, probability = 1, random = Math.random } = active.rule;
  active.seen += 1;
  if (active.seen < (nth ?? 1)) return false;
  if (active.hits >= (times ?? (nth === undefined ? Number.POSITIVE_INFINITY : 1))) return false;
  if (probability < 1 && random() >= probability) return false;
  active.hits += 1;
  active.noteHit();
  return true;
};

/** Whether an effect is for calls; the others are for messages of queues. */
export const affectsCalls = (effect: Effect): boolean =>
  effect !== 'lose' && effect !== 'duplicate';

/** The error that AWS answers under this effect; undefined for effects that reject nothing. */
export const injectedError = (effect: Effect, call: AwsCall): AwsError | undefined => {
  if (typeof effect !== 'string') return undefined;
  return errors[effect]?.(call);
};

const ofStorage = ({ service }: AwsCall, status: number, code: string): AwsError | undefined =>
  service === 's3'
    ? new AwsError(status, code, 'The conditional request cannot succeed due to a conflict.')
    : undefined;

const throttled = 'The level of configured provisioned throughput for the table was exceeded.';

const errors: Readonly<Record<string, (call: AwsCall) => AwsError>> = {
  throttle: (call) => {
    if (call.service === 's3')
      return new AwsError(503, 'SlowDown', 'Please reduce your request rate.');
    if (call.service !== 'dynamodb')
      return new AwsError(400, 'ThrottlingException', 'Rate exceeded');
    return (
      canceled(call, 'ThrottlingError') ??
      new AwsError(400, 'ProvisionedThroughputExceededException', throttled)
    );
  },
  conflict: (call) =>
    ofStorage(call, 409, 'ConditionalRequestConflict') ??
    canceled(call, 'TransactionConflict') ??
    new AwsError(400, 'TransactionConflictException', 'Transaction is ongoing for the item'),
  deny: ({ service, operation }) =>
    new AwsError(
      400,
      'AccessDeniedException',
      `Not authorized to perform: ${service}:${operation}`,
    ),
  unavailable: ({ service }) =>
    service === 'dynamodb' || service === 's3'
      ? new AwsError(500, 'InternalServerError', 'Internal server error')
      : new AwsError(
          500,
          'InternalFailure',
          'The request processing has failed because of an unknown error',
        ),
};

/** A transaction is rejected as a whole, with a reason for each item: the fault hits the first one. */
const canceled = (call: AwsCall, code: string): AwsError | undefined => {
  if (!call.operation.startsWith('Transact')) return undefined;
  const { TransactItems } = JSON.parse(call.body.toString()) as {
    TransactItems: readonly unknown[];
  };
  const reasons = TransactItems.map((_, position) =>
    position === 0 ? { Code: code, Message: messages[code] } : { Code: 'None' },
  );
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return new AwsError(400, 'TransactionCanceledException', message, {
    CancellationReasons: reasons,
  });
};

const messages: Readonly<Record<string, string>> = {
  ThrottlingError: throttled,
  TransactionConflict: 'Transaction is ongoing for the item',
};
