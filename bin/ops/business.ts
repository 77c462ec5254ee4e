import { userInfo } from 'node:os';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { administerBusiness } from '../../functions/app/jobs/jobs.ts';
import { functionName } from '../../lib/environments.ts';
import { missing, orSentence, readCommandLine } from '../command-line.ts';
import { administer } from '../start/business.ts';
import { environmentNamed, type Target, targetNamed, targetOptions } from '../start/target.ts';

const usage = `npm run ops -- business <command> --environment sandbox|live [--target local|aws] [--region <region>]
  register    --name <name> --email <e-mail> [--tenant-id <biz_…>] [--currency <code>]
  invite      --tenant-id <biz_…>
  rotate      --tenant-id <biz_…> [--grace-seconds <n>]
  revoke      --tenant-id <biz_…> --key-id <key_…>
  suspend     --tenant-id <biz_…> [--reason <text>]
  reactivate  --tenant-id <biz_…> [--reason <text>]
  limit       --tenant-id <biz_…> --plan standard|elevated
  shards      --tenant-id <biz_…> --count 2|4|8|16|32`;

const commands = [
  'register',
  'invite',
  'rotate',
  'revoke',
  'suspend',
  'reactivate',
  'limit',
  'shards',
];

const text = { type: 'string' } as const;
const options = {
  ...targetOptions,
  name: text,
  email: text,
  currency: text,
  'tenant-id': text,
  'key-id': text,
  'grace-seconds': text,
  reason: text,
  plan: text,
  count: text,
} as const;

const main = async (): Promise<void> => {
  const { command, environment, target, fields } = read();
  const { name, config } = target;
  const FunctionName = functionName(environment, administerBusiness.id);
  const client = new LambdaClient(config);
  await client.config.credentials();
  process.stderr.write(`${command} in ${environment}, ${name}\n`);
  const invoke = async (said: object) => {
    const answer = await client.send(
      new InvokeCommand({ FunctionName, Payload: JSON.stringify(said) }),
    );
    const result = JSON.parse(Buffer.from(answer.Payload ?? []).toString('utf8') || 'null');
    if (!answer.FunctionError) return result;
    throw new Error(`${FunctionName} failed: ${result?.errorMessage ?? answer.FunctionError}`);
  };
  const result = await administer(
    { command, operator: await operatorAt(config), ...fields },
    config,
    invoke,
  );
  if (result.problem) throw new Error(sentenceOf(result.problem));
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
};

const read = () => {
  const { values, positionals } = readCommandLine({ usage, options, words: commands });
  const { environment, target, region, 'grace-seconds': grace, count, ...rest } = values;
  const [command, ...more] = positionals;
  if (!command || more.length > 0) return missing('Name one command.');
  const named = environmentNamed(environment);
  if (grace !== undefined && !/^\d+$/.test(grace))
    return missing('--grace-seconds must be a whole number.');
  if (count !== undefined && !/^\d+$/.test(count))
    return missing('--count must be a whole number.');
  const fields: [string, string | number][] = Object.entries(rest).map(([name, value]) => [
    name.replaceAll('-', '_'),
    value,
  ]);
  if (count !== undefined) fields.push(['count', Number(count)]);
  if (grace !== undefined) fields.push(['grace_seconds', Number(grace)]);
  return {
    command,
    environment: named,
    target: targetNamed(target, named, region),
    fields: Object.fromEntries(fields),
  };
};

/** The person who gives the command: the IAM identity, or the user of this machine. Events name him. */
const operatorAt = async ({ endpoint, region }: Target['config']): Promise<string> => {
  if (endpoint) return `local:${userInfo().username}`;
  const { Arn } = await new STSClient({ region }).send(new GetCallerIdentityCommand({}));
  if (!Arn)
    throw new Error(
      'AWS STS returned no ARN for your credentials. Check them with `aws sts get-caller-identity`.',
    );
  return Arn;
};

type Problem = {
  readonly detail: string;
  readonly errors?: readonly { pointer?: string; detail: string }[];
};

const sentenceOf = ({ detail, errors = [] }: Problem): string =>
  [detail, ...errors.map((each) => `  ${each.pointer ?? ''} ${each.detail}`)].join('\n');

await orSentence(main);
