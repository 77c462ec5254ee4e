import { spawnSync } from 'node:child_process';
import { readCommandLine } from '../../bin/command-line.ts';
import { installStripeMock } from './stripe-mock.ts';

readCommandLine({
  usage: `npm run check:outside -- stripe

Checks the requests to Stripe by Stripe’s own mock.`,
  words: 'any',
});

// `npm run check:outside -- stripe`: what is said to Stripe, also before the judge of requests that Stripe publishes. With the name of a
// file, as `requests`, that one alone.

if (!installStripeMock())
  console.log('Go is not installed: stripe-mock does not judge our requests.');
const { status } = spawnSync(
  process.execPath,
  ['--test', `test/stripe/${process.argv[2] ?? '*'}.test.ts`],
  {
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
