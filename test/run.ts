import { globSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { alone, suites } from './helpers/suites.ts';

// `npm test`: every suite and every file of no suite in a process of its own. The longest suites come first, then what
// waits more than it works, since the runner itself would go by the alphabet and leave the longest for the end, alone.

/** So many at once: much of what they do is waiting. */
const concurrency = 4;

const ofSuites = Object.keys(suites).map((name) => `test/suites/${name}.test.ts`);
const files = [
  ...ofSuites.slice(0, concurrency),
  ...alone.flatMap((one) => globSync(one)),
  ...ofSuites.slice(concurrency),
];

// Each process loads mostly what the one before it has loaded.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../.build/compile-cache', import.meta.url));

run({ files, concurrency })
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(new spec())
  .pipe(process.stdout);
