import { randomUUID } from 'node:crypto';
import type { Outcome } from './outcome.ts';

/** The one place for a running invocation that a process has. */
export type Slot = {
  /** Begins an invocation; its outcome comes by `settle`, or from `onTimeout` when the time is over. */
  begin(
    timeout_ms: number,
    onTimeout: (requestId: string) => Outcome,
  ): { requestId: string; outcome: Promise<Outcome> };
  /** Ends the invocation with this id; any other id is late and ignored. */
  settle(requestId: string, outcome: Outcome): void;
  /** Ends the invocation that runs, if one does. */
  abandon(outcome: (requestId: string) => Outcome): void;
  /** Of the invocation that runs, or of the last one. */
  lastRequestId(): string | undefined;
};

/** An empty slot. */
export const createSlot = (): Slot => {
  let current: { requestId: string; end: (outcome: Outcome) => void } | undefined;
  let last: string | undefined;
  const settle = (requestId: string, outcome: Outcome): void => {
    if (current?.requestId === requestId) current.end(outcome);
  };
  return {
    begin: (timeout_ms, onTimeout) => {
      const requestId = randomUUID();
      last = requestId;
      const outcome = new Promise<Outcome>((resolve) => {
        const timer = setTimeout(() => settle(requestId, onTimeout(requestId)), timeout_ms);
        const end = (ended: Outcome): void => {
          clearTimeout(timer);
          current = undefined;
          resolve(ended);
        };
        current = { requestId, end };
      });
      return { requestId, outcome };
    },
    settle,
    abandon: (outcome) => current?.end(outcome(current.requestId)),
    lastRequestId: () => last,
  };
};
