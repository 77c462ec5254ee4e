import { exitCodeOf, failureText } from './failures.ts';
import { programOf } from './program.ts';

// The binary `fsapi`.

const program = programOf();

// A reader such as `head` may leave early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${failureText(error, program.opts().json === true)}\n`);
  process.exitCode = exitCodeOf(error);
});
