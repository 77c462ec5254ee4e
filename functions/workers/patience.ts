import type { Context } from 'aws-lambda';
import type { Patience } from '../store/commit.ts';

/** Kept free at the end of an invocation, so that what is being done can end in order. */
const reserveMs = 1_000;

/** How long a worker's commits may try: until its invocation is about to end. */
export const patienceOf = (context: Context, now = new Date()): Patience => ({
  now,
  deadline: Date.now() + context.getRemainingTimeInMillis() - reserveMs,
});
