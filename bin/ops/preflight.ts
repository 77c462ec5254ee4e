import {
  GetAccountSettingsCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda';
import { HeadBucketCommand, NotFound, S3Client } from '@aws-sdk/client-s3';
import {
  GetSecretValueCommand,
  ResourceNotFoundException as NoSecret,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { authorizeRequest } from '../../functions/app/jobs/jobs.ts';
import { isPlaceholder } from '../../functions/issuing/issuers/stripe/signature.ts';
import { bootstrapBucket } from '../../lib/deploying-policy.ts';
import { documentBucket, type Environment, functionName } from '../../lib/environments.ts';
import {
  type AccountAnswers,
  accountBoxesOf,
  boxesText,
  type Concurrency,
  reserving,
  settingBoxesOf,
  settingsText,
} from '../../lib/preflight.ts';
import { orSentence, readCommandLine, sentenceOf } from '../command-line.ts';
import { environmentIn, settingsOption } from '../start/target.ts';

const usage = `npm run ops -- preflight sandbox|live [-c settings='{…}']

Prints the settings that you chose, and twelve checks with ✓ or ✗, each ✗ with what to do. Without credentials it prints the
checks of the settings alone. It changes nothing, and ends with 1 if a check has ✗ or was not made.`;

const concurrencyOf = async ({ name, region }: Environment): Promise<Concurrency> => {
  const client = new LambdaClient({ region });
  const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
  const reserved = await Promise.all(
    reserving.map(({ id }) => reservedFor(client, functionName(name, id))),
  );
  return {
    quota: AccountLimit?.ConcurrentExecutions ?? 0,
    unreserved: AccountLimit?.UnreservedConcurrentExecutions ?? 0,
    ours: reserved.reduce<number>((sum, each = 0) => sum + each, 0),
  };
};

/** Executions reserved for a function; undefined: there is none of this name. */
const reservedFor = async (
  client: LambdaClient,
  FunctionName: string,
): Promise<number | undefined> => {
  try {
    const { ReservedConcurrentExecutions } = await client.send(
      new GetFunctionConcurrencyCommand({ FunctionName }),
    );
    return ReservedConcurrentExecutions ?? 0;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

const hasFunctions = async ({ name, region }: Environment): Promise<boolean> =>
  (await reservedFor(new LambdaClient({ region }), functionName(name, authorizeRequest.id))) !==
  undefined;

const accountOf = async (region: string): Promise<string | undefined> =>
  (await new STSClient({ region }).send(new GetCallerIdentityCommand({}))).Account;

/** The region of a bucket; undefined: the account has none of this name. */
const bucketRegion = async (region: string, Bucket: string): Promise<string | undefined> => {
  const client = new S3Client({ region, followRegionRedirects: true });
  try {
    const { BucketRegion } = await client.send(new HeadBucketCommand({ Bucket }));
    return BucketRegion;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
};

/** The secrets of providers that an environment names. They are judged here and nowhere printed. */
const secretsOf = async ({
  region,
  stripe,
  onfido,
  yente,
}: Environment): Promise<AccountAnswers['secrets']> => {
  const client = new SecretsManagerClient({ region });
  const read = async (SecretId: string | undefined): Promise<string | undefined> => {
    if (SecretId === undefined) return undefined;
    try {
      return (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString;
    } catch (error) {
      if (error instanceof NoSecret) return undefined;
      throw error;
    }
  };
  const [apiKey, signing] = [await read(stripe?.apiKeySecret), await read(stripe?.signingSecret)];
  const [token, webhook] = [await read(onfido?.tokenSecret), await read(onfido?.webhookSecret)];
  const screenerKey = await read(yente?.tokenSecret);
  return {
    apiKey,
    signing,
    isPlaceholder: signing !== undefined && isPlaceholder(signing),
    token,
    webhook,
    screenerKey,
  };
};

const answersOf = async (environment: Environment): Promise<AccountAnswers> => {
  const { region } = environment;
  const account = await accountOf(region);
  const [own, bootstrap] = [
    documentBucket(environment, account ?? ''),
    bootstrapBucket(region, account ?? ''),
  ];
  return {
    account,
    isBootstrapped: (await bucketRegion(region, bootstrap)) !== undefined,
    place: {
      bucketIn: await bucketRegion(region, own),
      hasFunctions: await hasFunctions(environment),
    },
    concurrency: await concurrencyOf(environment),
    secrets: await secretsOf(environment),
  };
};

const { values, positionals } = readCommandLine({ usage, options: settingsOption, words: 'any' });

await orSentence(async () => {
  const environment = environmentIn(positionals, values.context);
  const settings = settingBoxesOf(environment);
  process.stdout.write(`${settingsText(environment)}\n${boxesText(settings)}\n`);
  const answers = await answersOf(environment).catch((error: Error) => {
    throw new Error(`The checks of the account were not made. ${sentenceOf(error)}`);
  });
  const account = accountBoxesOf(environment, answers);
  process.stdout.write(`${boxesText(account)}\n`);
  if ([...settings, ...account].some(({ errors }) => errors.length > 0)) process.exitCode = 1;
  else process.stdout.write(`${environment.name} can be deployed to ${environment.region}.\n`);
});
