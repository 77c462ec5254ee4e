import { pathToFileURL } from 'node:url';
import { answerInThread } from './answering-thread.ts';

/** As much of the runner's context as tests use. */
type Context = {
  readonly name: string;
  readonly after: (hook: Body) => void;
  readonly diagnostic: (message: string) => void;
};

type Body = (context: Context) => unknown;
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
  readonly all?: readonly Outline[];
};

const [suites, tests]: [Suite[], Test[]] = [[], []];

const begin = (name: string, parent?: Suite): Suite => {
  const outline = { number: suites.length, name, all: [] };
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

/** The suite that declares now. A walk, which is in no suite, declares nothing. */
const declarer = (): Suite => {
  if (!current) throw new Error('Nothing declares tests at this moment.');
  return current;
};

const hook = (name: Hook) => (body: Body) => void declarer().hooks[name].push(body);

/** Declares tests in this thread, as node:test does. */
export const declaring = {
  test: (name: string, body: Body): void => {
    const suite = declarer();
    suite.outline.all.push({ number: tests.length, name });
    tests.push({ name, suite, body });
  },
  describe: (name: string, declare: () => void): void => {
    const suite = begin(name, declarer());
    current = suite;
    declare();
    current = suite.parent;
  },
  before: hook('before'),
  after: hook('after'),
  beforeEach: hook('beforeEach'),
  afterEach: hook('afterEach'),
};

const contextOf = (name: string, hooks: Body[], said: string[]): Context => ({
  name,
  after: (body) => void hooks.push(body),
  diagnostic: (message) => void said.push(message),
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
  await runAll([whole, ends, assertUnfollowed], context);
  return said;
};

/** Throws once something here, such as a helper, has called node:test: its runner then listens to this thread. */
const assertUnfollowed = (): void => {
  if (process.listenerCount('uncaughtException') > 0)
    throw new Error(
      'The runner of node:test follows each promise of this thread from here on: a helper has called `after` or `mock` of node:test. Take them from the test.',
    );
};

const answersFor = (between: () => Promise<void>) => ({
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
});

const runHooks = (number: number, name: 'before' | 'after'): Promise<void> =>
  runAll(suites[number]?.hooks[name] ?? [], contextOf(name, [], []));

/** The answers that `test-thread.ts` asks for. */
export type TestAnswers = ReturnType<typeof answersFor>;

/** Has the main module of a thread declare and run the tests of files. */
export const answerForTests = (between: () => Promise<void>): void =>
  answerInThread(answersFor(between));
