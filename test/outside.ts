import { spawnSync } from 'node:child_process';
import { readCommandLine } from '../bin/command-line.ts';

// `npm run check:outside -- NAME …`: looks at the service with other people's tools. Without a name it runs all of them;
// what has no toolchain on this machine says so.

const checks: Readonly<Record<string, readonly string[]>> = {
  /** The client as a stranger gets it: packed, and installed into an empty folder. */
  client: ['test/client/run.ts'],
  /** The Python client from its wheel, and clients generated in Python, Go and Java, compiled and used. */
  clients: ['test/clients/check.ts'],
  /** The stories on Amazon's DynamoDB Local. */
  'dynamodb-local': ['test/emulators/dynamodb-local.ts'],
  /** The engine of local/ under the public conformance suite of DynamoDB; it takes a clone of its repository. */
  parity: ['test/emulators/parity.ts'],
  /** Random commands on the engine of local/ and on the binary of another one. */
  'tables-agree': ['test/emulators/tables-agree.ts'],
  /** A deployment into moto, an emulator of AWS. */
  moto: ['test/emulators/moto.ts'],
  /** The last release beside this one over the same data, as a canary deployment has them, and back; it takes git. */
  upgrade: ['test/upgrade/check.ts'],
  /** The requests of the verifier `aws` to Textract and Rekognition, against moto. */
  pictures: ['test/emulators/pictures.ts'],
  /** The requests to Onfido, against the OpenAPI document that it publishes. */
  onfido: ['--test', 'test/onfido/published.ts'],
  /** The recipes of docs/contribute in a copy of the repository, with all that they renew and `npm run quick`. */
  recipes: ['test/recipes/renewed.ts'],
  /** The files for AWS SAM, as its own code reads them. */
  sam: ['test/emulators/sam.ts'],
  /** The templates under cfn-lint and the linter of SAM. */
  templates: ['test/emulators/templates.ts'],
  /** The Stripe adapter against Stripe's own judge of requests. */
  stripe: ['test/stripe/run.ts'],
  /** Only the requests to Stripe, without the service. */
  'stripe-requests': ['test/stripe/run.ts', 'requests'],
  /** The matching of names with lists against Moov Watchman's. */
  watchman: ['test/screening/watchman.ts'],
  /** The comparison of names on pairs that others published; it takes clones of their repositories. */
  names: ['test/screening/names.ts'],
  /** Which share of people who are on no list comes to a person; it takes a clone, and Python for the people. */
  shares: ['test/screening/shares.ts'],
};

const run = (...command: readonly string[]) => {
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
};

const names = Object.keys(checks);
// Words after the name of a check are for the check.
const [name, ...more] = process.argv.slice(2).filter((one) => !one.startsWith('-'));
const { values } = readCommandLine(
  {
    usage: `npm run check:outside -- [name] [--built]

Runs the tools of others on the service, for as long as they take: all of
${names.join(', ')}, or the one named. --built: bundles and templates are there already.`,
    options: { built: { type: 'boolean', default: false } },
    words: names,
  },
  process.argv.slice(2).filter((one) => !more.includes(one)),
);

if (!values.built) run('bin/assemblies.ts');
for (const each of name === undefined ? names : [name]) run(...(checks[each] ?? []), ...more);
