import { CommanderError } from 'commander';
import { exitCodeOf, failureText } from './failures.ts';
import { outputError } from './file-errors.ts';
import { programOf } from './program.ts';

// The binary `fsapi`.

const program = programOf();

let failed = false;

/** Says once why the command failed. */
const fail = (error: unknown): void => {
  if (failed) return;
  failed = true;
  process.exitCode = exitCodeOf(error);
  process.stderr.write(`${failureText(error, program.opts().json === true)}\n`);
};

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader such as `head` may leave early.
  if (error.code === 'EPIPE') process.exit(0);
  // A command that waits for its output fails first, and may say more.
  setImmediate(() => {
    fail(outputError(error));
    process.exit();
  });
});
// Nothing is left to say it with; the exit code says it.
process.stderr.on('error', () => undefined);

program.parseAsync().catch((error: unknown) => {
  // The parser has said already what it did not understand, or has printed the help.
  if (error instanceof CommanderError) process.exitCode ||= error.exitCode;
  else fail(error);
});
