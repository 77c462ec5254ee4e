import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'aws-lambda';

/** The clock of a function. Tests pass another one. */
export type Clock = {
  readonly now: () => Date;
};

/** The clock of this process. */
export const systemClock = (): Clock => ({ now: () => new Date() });

/** When and in which environment something is measured. */
export const metricContext = ({ now }: Pick<Clock, 'now'>) => ({
  now: now(),
  environment: process.env.ENVIRONMENT,
});

/** The time of an invocation, and its deadline (milliseconds since 1970). */
export type Deadline = { readonly now: Date; readonly deadline: number };

/** The deadline of an invocation that starts now. `reserve_ms` is left to finish what is in flight. */
export const deadlineOf = (
  context: Pick<Context, 'getRemainingTimeInMillis'>,
  { now }: Pick<Clock, 'now'>,
  reserve_ms: number,
): Deadline => {
  const began = now();
  return {
    now: began,
    deadline: began.getTime() + context.getRemainingTimeInMillis() - reserve_ms,
  };
};

/** The end of an invocation: `signal` aborts requests in flight, `isPast` prevents new ones. */
type End = { readonly signal: AbortSignal; readonly isPast: () => boolean };

const ends = new AsyncLocalStorage<End>();

/**
 * Runs the handler of a request. After its time-out or deadline no AWS client of `bounded` sends
 * anything for it. Lambda freezes a process with its open calls, and continues them in the
 * invocation of another caller.
 */
export const until = <T>(
  { deadline }: Deadline,
  { now }: Pick<Clock, 'now'>,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> => ends.run({ signal, isPast: () => now().getTime() >= deadline }, run);

/**
 * Binds one call of a client that is not AWS's to the deadline of its invocation: it does not start after the deadline, and
 * rejects when the deadline comes. A request that was sent by then still has its effect.
 */
export const withinDeadline = async <T>(call: () => Promise<T>): Promise<T> => {
  const end = ends.getStore();
  if (!end) return call();
  const { signal } = end;
  (end.isPast() ? AbortSignal.abort() : signal).throwIfAborted();
  const over = Promise.withResolvers<never>();
  const giveUp = () => over.reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([call(), over.promise]);
  } catch (error) {
    // The reason of the abort, not the error that the aborted call throws.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
};

type Options = { abortSignal?: AbortSignal };
type Client<Request, Response> = {
  readonly config: {
    readonly requestHandler: { handle(request: Request, options?: Options): Promise<Response> };
  };
};

/**
 * Makes a call that is aborted at `deadline` (milliseconds since 1970) or at the end of its invocation, by the signal that it
 * gets. Clears its timer when the call ends.
 */
export const cutOffAt = async <T>(
  deadline: number,
  { now }: Pick<Clock, 'now'>,
  call: (abortSignal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const over = new AbortController();
  const cutOff = () => over.abort();
  const timer = setTimeout(cutOff, deadline - now().getTime());
  const ending = ends.getStore()?.signal;
  if (ending?.aborted) cutOff();
  ending?.addEventListener('abort', cutOff);
  try {
    return await call(over.signal);
  } finally {
    clearTimeout(timer);
    ending?.removeEventListener('abort', cutOff);
  }
};

/**
 * Binds each request of an AWS client, retries included, to the deadline of its invocation. A request with a signal has it
 * from `cutOffAt`.
 */
export const bounded = <Request, Response, C extends Client<Request, Response>>(client: C): C => {
  const { requestHandler } = client.config;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = async (request, options = {}) => {
    const end = ends.getStore();
    if (!end) return handle(request, options);
    const abortSignal = end.isPast() ? AbortSignal.abort() : (options.abortSignal ?? end.signal);
    return handle(request, { ...options, abortSignal });
  };
  return client;
};
