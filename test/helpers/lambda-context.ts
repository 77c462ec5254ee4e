import type { Context } from 'aws-lambda';

/** The context of one invocation with this much time left. */
export const aContext = (remainingMs = 10_000): Context => {
  const deadline = Date.now() + remainingMs;
  return {
    awsRequestId: 'invocation-1',
    functionName: 'test',
    getRemainingTimeInMillis: () => deadline - Date.now(),
  } as Context;
};
