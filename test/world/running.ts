import { AsyncLocalStorage } from 'node:async_hooks';

/** One invocation of a function in this process. */
export type Invocation = {
  readonly functionName: string;
  readonly instanceId: string;
  /** Its environment, whole. */
  readonly variables: Readonly<Record<string, string>>;
  /** It was killed: whatever it still does reaches nothing. */
  isDead: boolean;
};

const running = new AsyncLocalStorage<Invocation | undefined>();

/** The invocation in which this is called; undefined in a test, and in what serves the functions. */
export const runningInvocation = (): Invocation | undefined => running.getStore();

/** Runs something as an invocation, with all that it starts. */
export const runAs = <T>(invocation: Invocation, run: () => T): T => running.run(invocation, run);

/** Runs something as what is outside of every function: a service that a function calls, the loading of a module. */
export const runOutside = <T>(run: () => T): T => running.run(undefined, run);
