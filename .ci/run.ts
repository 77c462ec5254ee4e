import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { npmProgram } from '../bin/npm.ts';
import { isHere } from '../test/helpers/programs.ts';
import { Failure } from './failure.ts';
import { killServices, smoke } from './smoke.ts';

// After `npm ci`, on Linux, macOS and Windows: tests, then side by side types, lint, imports and dead code, and the client as
// its users get it; then the service is started and called. Ends with 1 at the first that fails.

const step = (words: string): void => console.log(`\n$ ${words}`);

const codeOf = async (child: ChildProcess): Promise<number | null> => (await once(child, 'close'))[0];

/** Runs npm to its end. */
const npm = async (...words: readonly string[]): Promise<void> => {
  const said = `npm ${words.join(' ')}`;
  step(said);
  const code = await codeOf(spawn(process.execPath, [npmProgram(), ...words], { stdio: 'inherit' }));
  if (code !== 0) throw new Failure(`${said} ended with ${code}.`);
};

/** Runs a script of the package, whose name options may follow, without what npm would run before it: what it printed. */
const script = async (words: string) => {
  const child = spawn(process.execPath, ['--run', ...words.split(' ')], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [code, ...said] = await Promise.all([codeOf(child), text(child.stdout), text(child.stderr)]);
  return { words, code, said: said.join('') };
};

/** Runs scripts of the package side by side, since none needs another, and prints each whole. */
const sideBySide = async (scripts: readonly string[]): Promise<void> => {
  const ended = await Promise.all(scripts.map(script));
  for (const { words, said } of ended) {
    step(`node --run ${words}`);
    process.stdout.write(said);
  }
  const failed = ended.filter(({ code }) => code !== 0).map(({ words }) => words);
  if (failed.length > 0) throw new Failure(`It does not hold: ${failed.join(', ')}.`);
};

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
process.on('exit', killServices);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

try {
  await npm('test');
  // What npm run check does besides the tests, and the client as its users get it.
  const beside = ['types', 'lint', 'imports', 'dead', 'check:outside -- client --built'];
  // Stripe's own judge of requests is a program in Go; what it does not judge has been tested by then.
  if (isHere('go')) beside.push('check:outside -- stripe-requests --built');
  await sideBySide(beside);
  step('smoke');
  await smoke();
  console.log('\nAll is well.');
} catch (error) {
  console.error(`\nFAILED: ${error instanceof Failure ? error.message : (error as Error).stack}`);
  process.exit(1);
}
