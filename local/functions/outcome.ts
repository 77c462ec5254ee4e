/** How one invocation ended. */
export type InvocationOutcome = {
  readonly requestId: string;
  /** JSON: what the handler returned, or `{errorType, errorMessage, …}`. */
  readonly payload: string;
  /** Set when the function failed; as the header X-Amz-Function-Error. */
  readonly functionError?: 'Unhandled';
};

/** 6 MB and a little: what Lambda takes and gives back in one synchronous invocation. */
export const payload_bytes_max = 6_291_556;

const failed = (requestId: string, errorType: string, errorMessage: string): InvocationOutcome => ({
  requestId,
  payload: JSON.stringify({ errorType, errorMessage }),
  functionError: 'Unhandled',
});

/** The function ran out of its time and was killed. */
export const timedOut = (requestId: string, timeout_ms: number): InvocationOutcome =>
  failed(
    requestId,
    'Sandbox.Timedout',
    `RequestId: ${requestId} Error: Task timed out after ${(timeout_ms / 1000).toFixed(2)} seconds`,
  );

/** The instance ended during an invocation or its start: it was killed, or its code ended it. */
export const exited = (requestId: string, how: number | 'killed'): InvocationOutcome => {
  const reason = how === 'killed' ? 'signal: killed' : `exit status ${how}`;
  const sentence =
    how === 0
      ? 'Runtime exited without providing a reason'
      : `Runtime exited with error: ${reason}`;
  return failed(requestId, 'Runtime.ExitError', `RequestId: ${requestId} Error: ${sentence}`);
};

/** The answer was larger than Lambda passes on. */
export const tooLarge = (requestId: string): InvocationOutcome =>
  failed(
    requestId,
    'Function.ResponseSizeTooLarge',
    `Response payload size exceeded maximum allowed payload size (${payload_bytes_max} bytes).`,
  );
