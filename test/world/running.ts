import { AsyncLocalStorage } from 'node:async_hooks';

/** One invocation of a function in this process. */
export type Invocation = {
  readonly functionName: string;
  readonly instanceId: string;
  readonly requestId: string;
  /** Its environment, whole. */
  readonly variables: Readonly<Record<string, string>>;
  /** A test waits for its answer. */
  readonly asked: boolean;
  /** It was killed: whatever it still does reaches nothing. */
  isDead: boolean;
};

/** A service that runs besides functions, with or without a test that waits for its answer; else the test itself runs. */
type Service = { readonly asked: boolean };

/** The loading of modules of an environment's functions: they see what all of these functions have alike. */
type Loading = Service & { readonly variables: Readonly<Record<string, string | undefined>> };

const running = new AsyncLocalStorage<Invocation | Loading | Service | undefined>();

/** The invocation in which this is called; undefined in a test, and in what serves the functions. */
export const runningInvocation = (): Invocation | undefined => {
  const runs = running.getStore();
  return runs && 'functionName' in runs ? runs : undefined;
};

/** The environment of what this is called in; undefined where that is no code of a function. */
export const variablesHere = (): Loading['variables'] | undefined => {
  const runs = running.getStore();
  return runs && 'variables' in runs ? runs.variables : undefined;
};

/** Whether a test waits for the answer of what this is called in. */
export const isAskedHere = (): boolean => running.getStore()?.asked === true;

/** Whether a test itself calls this. */
export const isTestHere = (): boolean => running.getStore() === undefined;

/** Runs something as an invocation, with all that it starts. */
export const runAs = <T>(invocation: Invocation, run: () => T): T => running.run(invocation, run);

/** Runs something as what is outside of every function, and goes on by itself: a service of AWS, the loading of a module. */
export const runOutside = <T>(run: () => T): T => running.run({ asked: false }, run);

/** Loads modules of functions with these variables. */
export const runLoading = <T>(variables: Loading['variables'], load: () => T): T =>
  running.run({ asked: false, variables }, load);

/** Runs something as another program. A caller that waits for the asking function waits for its answer too. */
export const runBeside = <T>(run: () => T): T => running.run({ asked: isInvokedByTest() }, run);

/** Whether a test waits for what is invoked here: by a request, or with its own hands. */
export const isInvokedByTest = (): boolean => running.getStore()?.asked ?? true;
