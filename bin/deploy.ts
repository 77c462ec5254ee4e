import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { environments } from '../lib/environments.ts';
import { missing, readCommandLine } from './command-line.ts';
import { cdkWords, environmentsOf, preflightWords } from './deploy/words.ts';

const usage = `npm run deploy -- <stack> … [--exclusively] [-c environments=<folder>] [--skip-preflight]

Checks the account as npm run ops -- preflight does, for each environment of the stacks, then runs cdk deploy with the stacks and
options. Stacks are named as sandbox/api or 'live/*'; --all deploys all. Nothing is deployed if a box has ✗; --skip-preflight
deploys in spite of it. Other options: --require-approval, --profile, --outputs-file, --concurrency, --no-rollback.
npx cdk deploy takes all options of the CDK, without the check.`;

const options = {
  all: { type: 'boolean' },
  exclusively: { type: 'boolean' },
  'skip-preflight': { type: 'boolean' },
  'no-rollback': { type: 'boolean' },
  context: { type: 'string', short: 'c', multiple: true },
  'require-approval': { type: 'string' },
  profile: { type: 'string' },
  'outputs-file': { type: 'string' },
  concurrency: { type: 'string' },
} as const;

const { values, positionals } = readCommandLine({ usage, options, words: 'any' });
const chosen = environmentsOf(positionals, values.all === true, Object.keys(environments));
if (positionals.length === 0 && !values.all) missing("Name stacks, such as 'sandbox/*'.");
if (chosen.length === 0) missing(`No stack is named ${positionals.join(' ')}.`);

const env = { ...process.env, ...(values.profile && { AWS_PROFILE: values.profile }) };
const run = (words: readonly string[]): number =>
  spawnSync(process.execPath, words, { stdio: 'inherit', env }).status ?? 1;

/** Checks the account for each environment; prints the boxes of all before it ends. */
const passes = (): boolean => {
  const ended = chosen.map((name) => run(preflightWords(name, values.context)));
  return ended.every((status) => status === 0);
};

if (!values['skip-preflight'] && !passes()) {
  console.error('Nothing was deployed. Repeat the command, or add --skip-preflight.');
  process.exitCode = 1;
} else {
  const cdk = fileURLToPath(import.meta.resolve('aws-cdk/bin/cdk'));
  process.exitCode = run([cdk, 'deploy', ...cdkWords(positionals, values)]);
}
