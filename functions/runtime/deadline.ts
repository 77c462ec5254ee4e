import type { Context } from 'aws-lambda';
import type { Clock } from './clock.ts';

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
