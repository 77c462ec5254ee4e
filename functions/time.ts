import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'aws-lambda';

/** Time as a function has it. A test may make another. */
export type Clock = {
  readonly now: () => Date;
};

/** The clock of this process. */
export const systemClock = (): Clock => ({ now: () => new Date() });

/** When and in which environment something is measured. */
export const metricContext = ({ now }: Pick<Clock, 'now'>) => ({ now: now(), environment: process.env.ENVIRONMENT });

/** The one moment of an invocation, and when it gives up trying (milliseconds since 1970). */
export type Deadline = { readonly now: Date; readonly deadline: number };

/** The deadline of an invocation that begins now. `reserve_ms` is left at its end, so that what is being done can end in order. */
export const deadlineOf = (
  context: Pick<Context, 'getRemainingTimeInMillis'>,
  { now }: Pick<Clock, 'now'>,
  reserve_ms: number,
): Deadline => {
  const began = now();
  return { now: began, deadline: began.getTime() + context.getRemainingTimeInMillis() - reserve_ms };
};

/** What is over for every request of an invocation: `signal` tells those under way, `isPast` those about to be made. */
type End = { readonly signal: AbortSignal; readonly isPast: () => boolean };

const ends = new AsyncLocalStorage<End>();

/**
 * Runs what answers a caller. Once he has been told that it took too long, or the deadline is past, no client of AWS that
 * `bounded` made sends anything for it: Lambda freezes a process with what it was doing, and thaws it for another caller.
 */
export const until = <T>(
  { deadline }: Deadline,
  { now }: Pick<Clock, 'now'>,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> => ends.run({ signal, isPast: () => now().getTime() >= deadline }, run);

/**
 * Binds one call to the deadline of whoever makes it, for a client that is not of AWS: it is not begun once that is past,
 * and given up when it comes. What was sent by then is not called back.
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
    // What the call says of its end is not what ended it.
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
 * Makes a call that is cut off at `deadline` (milliseconds since 1970) or at the end of whoever makes it: the signal says so,
 * and is all that a request of it needs. Nothing is left waiting for a deadline that the call did not need.
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
 * Binds a client of AWS to the deadline of whoever uses it: each request that it puts on the line, repetitions too. One that
 * comes with a signal has it of `cutOffAt`.
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
