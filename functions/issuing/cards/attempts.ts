import { ApiError } from '../../core/api-error.ts';
import { reveals_max } from '../../core/limits.ts';

/** Wrong digits given for a card, each once: a retry of the same request guesses nothing new. */
export type ActivationAttempts = {
  readonly wrong: readonly { readonly idempotency_key: string; readonly last4: string }[];
  /** ISO 8601; null while attempts are left. */
  readonly locked_until: string | null;
};

/** No attempt yet. */
export const noAttempts: ActivationAttempts = { wrong: [], locked_until: null };

/** So many wrong guesses lock activation, for so long. */
export const wrong_attempts_max = 5;
const lock_ms = 60 * 60 * 1000;

export type ActivationAttempt = { readonly last4: string; readonly idempotency_key: string };

/** The result of an attempt: allowed, or what is stored of it and its error. */
export type Attempted =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly attempts: ActivationAttempts; readonly error: ApiError };

/** Tries the last four digits. A lock that is over counts for nothing; while it lasts even the right digits are rejected. */
export const tryLast4 = (
  last4: string,
  attempt: ActivationAttempt,
  before: ActivationAttempts,
  now: Date,
): Attempted => {
  const attempts = isOver(before, now) ? noAttempts : before;
  if (attempts.locked_until !== null)
    return { allowed: false, attempts, error: locked(attempts.locked_until, now) };
  if (attempt.last4 === last4) return { allowed: true };
  const counted = count(attempts, attempt, now);
  const attempts_left = wrong_attempts_max - counted.wrong.length;
  return {
    allowed: false,
    attempts: counted,
    error: new ApiError('last4_mismatch', { attempts_left }),
  };
};

const isOver = ({ locked_until }: ActivationAttempts, now: Date) =>
  locked_until !== null && Date.parse(locked_until) <= now.getTime();

const locked = (until: string, now: Date) =>
  new ApiError('activation_locked', {
    retry_after_seconds: Math.ceil((Date.parse(until) - now.getTime()) / 1000),
  });

const count = (
  attempts: ActivationAttempts,
  attempt: ActivationAttempt,
  now: Date,
): ActivationAttempts => {
  const { last4, idempotency_key } = attempt;
  const known = attempts.wrong.some(
    (one) => one.idempotency_key === idempotency_key && one.last4 === last4,
  );
  if (known) return attempts;
  const wrong = [...attempts.wrong, { idempotency_key, last4 }];
  const full = wrong.length >= wrong_attempts_max;
  return { wrong, locked_until: full ? new Date(now.getTime() + lock_ms).toISOString() : null };
};

/** How many numbers one key has revealed, within the hour that began with the first of them. */
export type Reveals = {
  /** ISO 8601. */
  readonly since: string;
  readonly count: number;
};

const window_ms = 60 * 60 * 1000;

/** The count with one more, or the error that says when the next one is allowed. */
export const anotherReveal = (before: Reveals | undefined, now: Date): Reveals => {
  const end = before ? Date.parse(before.since) + window_ms : 0;
  if (!before || end <= now.getTime()) return { since: now.toISOString(), count: 1 };
  if (before.count < reveals_max) return { since: before.since, count: before.count + 1 };
  throw new ApiError('reveal_limit_reached', {
    retry_after_seconds: Math.ceil((end - now.getTime()) / 1000),
  });
};
