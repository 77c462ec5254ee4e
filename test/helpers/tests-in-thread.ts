import { mock } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { answerInThread } from './answering-thread.ts';

/** As much of the runner's context as tests use. */
type Context = {
  readonly name: string;
  readonly after: (hook: Body) => void;
  readonly diagnostic: (message: string) => void;
  readonly mock: typeof mock;
};

type Body = (context: Context) => unknown;
/** As many of the runner's options as tests use. */
type Options = { readonly skip?: boolean | string | undefined };
type Hook = 'before' | 'after' | 'beforeEach' | 'afterEach';

/** The declarations of a file or a `describe`. */
type Suite = {
  readonly parent: Suite | undefined;
  readonly hooks: Readonly<Record<Hook, Body[]>>;
  readonly outline: Outline & { readonly all: Outline[] };
};
type Test = { readonly name: string; readonly suite: Suite; readonly body: Body };

/** A test, or what a suite has in its order. Its number names it. */
export type Outline = {
  readonly number: number;
  readonly name: string;
  readonly skip: boolean | string;
  readonly all?: readonly Outline[];
};

const [suites, tests]: [Suite[], Test[]] = [[], []];

const begin = (name: string, skip: boolean | string = false, parent?: Suite): Suite => {
  const outline = { number: suites.length, name, skip, all: [] };
  const suite = {
    parent,
    hooks: { before: [], after: [], beforeEach: [], afterEach: [] },
    outline,
  };
  suites.push(suite);
  parent?.outline.all.push(outline);
  return suite;
};

let current: Suite | undefined;

/** The hooks of the test that runs now, and how it fails by what nobody catches. */
let running: { readonly own: Body[]; readonly fail: (error: unknown) => void } | undefined;

/** The suite that declares now. A walk, which is in no suite, declares nothing. */
const declarer = (): Suite => {
  if (!current) throw new Error('Nothing declares tests at this moment.');
  return current;
};

const hook = (name: Hook) => (body: Body) => void declarer().hooks[name].push(body);

/** The skip of options, or none where there are no options; throws at those that only the runner of Node knows. */
const skipOf = ({ skip = false, ...others }: Options): boolean | string => {
  const unknown = Object.keys(others);
  if (unknown.length > 0) throw new Error(`A thread of tests has no option ${unknown.join()}.`);
  return skip;
};

/** Takes the options of a declaration, which may be left out. */
const withOptions =
  <F>(declare: (name: string, skip: boolean | string, body: F) => void) =>
  (name: string, ...[first, second]: [body: F] | [options: Options, body: F]): void =>
    second === undefined
      ? declare(name, false, first as F)
      : declare(name, skipOf(first as Options), second);

/** Declares tests in this thread, as node:test does. */
export const declaring = {
  test: withOptions((name, skip, body: Body) => {
    const suite = declarer();
    suite.outline.all.push({ number: tests.length, name, skip });
    tests.push({ name, suite, body });
  }),
  describe: withOptions((name, skip, declare: () => unknown) => {
    const suite = begin(name, skip, declarer());
    if (skip) return;
    current = suite;
    if (declare() instanceof Promise) throw new Error(`${name} declares tests asynchronously.`);
    current = suite.parent;
  }),
  before: hook('before'),
  /** In a test that runs, it is a hook of that test. */
  after: (body: Body): void => void (running ? running.own : declarer().hooks.after).push(body),
  beforeEach: hook('beforeEach'),
  afterEach: hook('afterEach'),
};

/** The class of the mocks of a test, which node:test does not export. */
const Mocks = mock.constructor as new () => typeof mock;

const contextOf = (name: string, hooks: Body[], said: string[]): Context => ({
  name,
  after: (body) => void hooks.push(body),
  diagnostic: (message) => void said.push(message),
  mock: new Mocks(),
});

/** Runs all of them in turn, the others too when one fails; throws the first error. */
const runAll = async (bodies: readonly Body[], context: Context): Promise<void> => {
  const errors: unknown[] = [];
  for (const body of bodies)
    try {
      await body(context);
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
};

/** The hooks of a suite and of those around it, the outermost first. */
const hooksAround = (suite: Suite | undefined, name: Hook): Body[] =>
  suite ? [...hooksAround(suite.parent, name), ...suite.hooks[name]] : [];

const runTest = async ({ name, suite, body }: Test): Promise<string[]> => {
  const [own, said]: [Body[], string[]] = [[], []];
  const context = contextOf(name, own, said);
  const whole: Body = async () => {
    for (const each of hooksAround(suite, 'beforeEach')) await each(context);
    await body(context);
  };
  const ends: Body = () => runAll([...hooksAround(suite, 'afterEach'), ...own], context);
  const uncaught = Promise.withResolvers<never>();
  running = { own, fail: uncaught.reject };
  // Questions do not keep the thread from its end, at which a test fails that waits for nothing.
  parentPort?.unref();
  try {
    await runAll(
      [
        () => Promise.race([uncaught.promise, whole(context)]),
        ends,
        () => context.mock.reset(),
        () => Promise.race([uncaught.promise, undefined]),
        assertUnfollowed,
      ],
      context,
    );
  } finally {
    running = undefined;
    parentPort?.ref();
  }
  return said;
};

/** Fails the test that runs by an error that nobody catches; the error ends the thread where no test runs. */
const failRunning = (error: unknown): void => {
  if (!running) throw error;
  running.fail(error);
};

/** Throws once something here, such as a helper, has called node:test: its runner then listens to this thread. */
const assertUnfollowed = (): void => {
  if (process.listeners('uncaughtException').some((listener) => listener !== failRunning))
    throw new Error(
      'The runner of node:test follows each promise of this thread from here on: a helper has called it. Tests and helpers import from test/helpers/tests.ts.',
    );
};

const answersFor = (between: () => Promise<void>, end: () => Promise<void>) => ({
  declare: async (file: string): Promise<Outline> => {
    const suite = begin(file);
    current = suite;
    await import(pathToFileURL(file).href);
    current = undefined;
    return suite.outline;
  },
  run: (number: number) => runTest(tests[number] as Test),
  before: (number: number) => runHooks(number, 'before'),
  after: (number: number) => runHooks(number, 'after'),
  between: (_: undefined) => between(),
  end: (_: undefined) => end(),
});

const runHooks = (number: number, name: 'before' | 'after'): Promise<void> =>
  runAll(suites[number]?.hooks[name] ?? [], contextOf(name, [], []));

/** The answers that `test-thread.ts` asks for. */
export type TestAnswers = ReturnType<typeof answersFor>;

/** Has the main module of a thread declare and run the tests of files; `end` comes after the last. */
export const answerForTests = (between = async () => {}, end = async () => {}): void => {
  process.on('uncaughtException', failRunning);
  process.on('beforeExit', () => failRunning(new Error('The test waits for what never comes.')));
  answerInThread(answersFor(between, end));
};
