import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { npmProgram } from '../bin/npm.ts';
import { runSteps, type Step } from '../bin/steps.ts';
import { typeSteps } from '../bin/type-steps.ts';
import { isHere } from '../test/helpers/programs.ts';
import { Failure } from './failure.ts';
import { killServices, smoke } from './smoke.ts';

// After `npm ci`, on Linux, macOS and Windows: tests, then side by side types, lint, imports and
// dead code, and the client as its users get it. Then the service is started and called. Ends with
// 1 at the first that fails.

const step = (words: string): void => console.log(`\n$ ${words}`);

const codeOf = async (child: ChildProcess): Promise<number | null> =>
  (await once(child, 'close'))[0];

/** Runs npm to its end. */
const npm = async (...words: readonly string[]): Promise<void> => {
  const said = `npm ${words.join(' ')}`;
  step(said);
  const code = await codeOf(
    spawn(process.execPath, [npmProgram(), ...words], { stdio: 'inherit' }),
  );
  if (code !== 0) throw new Failure(`${said} ended with ${code}.`);
};

/** A script of the package, which runs without what npm would run before it. Options may follow its name. */
const script = (words: string): Step => ({
  name: words,
  words: ['--run', ...words.split(' ')],
  mend: `node --run ${words} shows it alone`,
});

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
// In CI npm test leaves out no suite.
process.env.CI = 'true';
process.on('exit', killServices);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1));

try {
  await npm('test');
  // The client as its users get it, which waits for the registry, and the steps of npm run check besides the tests: the longest
  // first. Stripe's own judge of requests is a program in Go; what it does not judge has been tested by then.
  const beside = [
    script('check:outside -- client --built'),
    ...typeSteps,
    ...['lint', 'dead', 'imports'].map(script),
    ...(isHere('go') ? [script('check:outside -- stripe-requests --built')] : []),
  ];
  if (!(await runSteps(beside))) throw new Failure('A step that is named above does not hold.');
  step('smoke');
  await smoke();
  console.log('\nAll is well.');
} catch (error) {
  console.error(`\nFAILED: ${error instanceof Failure ? error.message : (error as Error).stack}`);
  process.exit(1);
}
