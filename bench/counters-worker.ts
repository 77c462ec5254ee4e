/** The functions that count and compare, as a process that can be killed. bench/counters.ts starts it. */
import type { Context } from 'aws-lambda';
import { handler as compare } from '../functions/app/jobs/compare-counters.ts';
import { handler as count } from '../functions/app/jobs/count-changes.ts';

/** One invocation: what is invoked, with which event, and how long it may take. */
export type Invocation = {
  readonly job: 'count' | 'compare';
  readonly event: object;
  readonly timeout_ms: number;
};

const handlers = { count, compare } as const;

process.on('message', async ({ job, event, timeout_ms }: Invocation) => {
  const ends = Date.now() + timeout_ms;
  const context = {
    awsRequestId: 'invocation-1',
    functionName: job,
    getRemainingTimeInMillis: () => ends - Date.now(),
  } as Context;
  try {
    const answer = await handlers[job](event as never, context);
    process.send?.({ answer, rss: process.memoryUsage.rss() });
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
process.send?.('ready');
