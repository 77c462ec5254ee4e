import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesise } from '../../lib/app.ts';
import {
  deployedBy,
  deployerPolicy,
  executionPolicies,
  uncoveredTypes,
} from '../../lib/deploying-policy.ts';
import { type Environment, physicalName } from '../../lib/environments.ts';
import { orSentence, readCommandLine, say } from '../command-line.ts';
import { contextIn, environmentIn, settingsOption } from '../start/target.ts';

const usage = `npm run ops -- policy sandbox|live [--account <id>] [--folder <path>] [-c environments=<folder>] [-c settings='{…}']

Writes the IAM policies of a deployment: deployer.json for the person or pipeline that runs it, execution-1.json and so on for
the role that CloudFormation deploys with. It synthesises the environment first, and prints the commands that create the
policies. It needs no account and changes nothing.
  --account  the account; absent: the one that the settings name
  --folder   where the files are written; absent: .build/policy-<environment>`;

const options = {
  account: { type: 'string' },
  folder: { type: 'string' },
  ...settingsOption,
} as const;
const { values, positionals } = readCommandLine({ usage, options, words: 'any' });

const templatesOf = async ({ name }: Environment) => {
  const outdir = mkdtempSync(join(tmpdir(), 'policy-'));
  try {
    const context = { ...contextIn(values.context), 'aws:cdk:disable-asset-staging': true };
    await synthesise({ context, outdir });
    const folder = join(outdir, `assembly-${name}`);
    const files = readdirSync(folder).filter((file) => file.endsWith('.template.json'));
    return files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  } finally {
    rmSync(outdir, { recursive: true });
  }
};

await orSentence(async () => {
  const chosen = environmentIn(positionals, values.context);
  if (values.account !== undefined && !/^\d{12}$/.test(values.account))
    throw new Error('--account is 12 digits.');
  const environment = {
    ...chosen,
    ...(values.account !== undefined && { account: values.account }),
  };
  process.stderr.write(`Synthesising ${environment.name} …\n`);
  const deployed = deployedBy(await templatesOf(environment));
  const [uncovered] = uncoveredTypes(deployed);
  if (uncovered)
    throw new Error(`lib/deploying-actions.ts lacks ${uncovered}: name its actions there.`);
  const folder = values.folder ?? `.build/policy-${environment.name}`;
  mkdirSync(folder, { recursive: true });
  const execution = executionPolicies(environment, deployed).map(
    (one, at) => [`execution-${at + 1}`, one] as const,
  );
  for (const [name, document] of [['deployer', deployerPolicy(environment)] as const, ...execution])
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(document, null, 2)}\n`);
  const { account = '<account>', region } = environment;
  const named = (name: string) => physicalName(environment.name, name);
  for (const name of ['deployer', ...execution.map(([one]) => one)])
    say(
      `aws iam create-policy --policy-name ${named(name)} --policy-document file://${join(folder, name)}.json`,
    );
  const arns = execution.map(([name]) => `arn:aws:iam::${account}:policy/${named(name)}`);
  say(
    `npx cdk bootstrap aws://${account}/${region} --cloudformation-execution-policies ${arns.join(',')}`,
  );
  say(
    `Give ${named('deployer')} to the role that runs npm run deploy. These policies were not tried on AWS.`,
  );
});
