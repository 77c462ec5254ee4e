import { missing, refuse } from './command-line.ts';

/** The commands for people who run the service: each is bin/ops/<name>.ts, with `-` for `:`. */
const commands: Readonly<Record<string, string>> = {
  preflight: 'checks that an account has what a deployment needs; changes nothing',
  settings: 'prints the settings of an environment, where each comes from, and its meaning',
  policy: 'writes the IAM policies that a deployment needs',
  status: 'prints queues, overdue work, alarms and capacity of an environment on one screen',
  capacity: 'prints what so many creates a second take, and which limit is reached first',
  business: 'registers a business, invites its owner, rotates its keys, suspends and limits it',
  site: 'builds the dashboard and uploads it to its bucket',
  back: 'routes all calls to the versions before a release',
  repair: 'shows a stored item that the service cannot read, and writes the fields that it lacks',
  backfill: 'fills what items stored earlier lack and what follows from them',
  restore: 'copies items back from tables that DynamoDB restored',
  empty: 'deletes what keeps a sandbox from being destroyed',
  'sam:env': 'writes the files for `sam local start-api`',
};

const width = Math.max(...Object.keys(commands).map((name) => name.length));
const lines = Object.entries(commands).map(([name, does]) => `  ${name.padEnd(width)}  ${does}`);
const usage = `npm run ops -- <command> [option …]

${lines.join('\n')}

npm run ops -- <command> --help shows its options.`;

const [name, ...words] = process.argv.slice(2);
if (name === undefined || name === '--help' || name === '-h') console.log(usage);
else if (name.startsWith('-')) missing(`Name a command before ${name}.`);
else if (!Object.hasOwn(commands, name))
  refuse(`Unknown word ${JSON.stringify(name)}.`, name, Object.keys(commands));
else {
  const file = `./ops/${name.replace(':', '-')}.ts`;
  process.argv.splice(1, process.argv.length - 1, file, ...words);
  await import(file);
}
