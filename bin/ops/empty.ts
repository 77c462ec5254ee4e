import {
  APIGatewayClient,
  DeleteApiKeyCommand,
  paginateGetApiKeys,
} from '@aws-sdk/client-api-gateway';
import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { plans } from '../../functions/tenants/accounts/usage-plans.ts';
import { documentBucket, type Environment } from '../../lib/environments.ts';
import { orSentence, readCommandLine } from '../command-line.ts';
import { type Progress, withProgress } from '../progress.ts';
import { environmentIn, settingsOption } from '../start/target.ts';

const usage = `npm run ops -- empty sandbox [-c settings='{…}']

Deletes what keeps an environment from being destroyed, or would outlive it: every version of every document, and the usage
keys of its businesses. It works with your own credentials. You can stop it at any time and run it again.`;

const asked = (): Environment => {
  const { values, positionals } = readCommandLine({ usage, options: settingsOption, words: 'any' });
  const environment = environmentIn(positionals, values.context);
  if (environment.protectData)
    throw new Error(
      `Nothing was deleted: the setting protectData protects the data of ${environment.name}.`,
    );
  return environment;
};

const emptyBucket = async (environment: Environment, { show }: Progress): Promise<string> => {
  const { region } = environment;
  const { Account = '' } = await new STSClient({ region }).send(new GetCallerIdentityCommand({}));
  const client = new S3Client({ region });
  const Bucket = documentBucket(environment, Account);
  let deleted = 0;
  for (;;) {
    // Always the first of those that are left, at most a thousand, as many as one call deletes.
    const { Versions = [], DeleteMarkers = [] } = await client.send(
      new ListObjectVersionsCommand({ Bucket }),
    );
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({
      Key,
      VersionId,
    }));
    if (Objects.length === 0) break;
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    if (Errors.length > 0)
      throw new Error(
        `${Bucket}: ${Errors.length} versions stay, the first for ${Errors[0]?.Code}.`,
      );
    deleted += Objects.length;
    show(`${Bucket}: ${deleted} versions deleted`);
  }
  return `${Bucket}: ${deleted} versions deleted\n`;
};

/** The keys that `npm run ops -- business` made; the others are the templates'. */
const deleteKeys = async ({ name, region }: Environment): Promise<void> => {
  const client = new APIGatewayClient({ region });
  let deleted = 0;
  for (const plan of plans) {
    const found: string[] = [];
    for await (const { items = [] } of paginateGetApiKeys(
      { client },
      { nameQuery: `${name}-${plan}-biz_` },
    ))
      found.push(...items.flatMap(({ id }) => id ?? []));
    for (const apiKey of found) await client.send(new DeleteApiKeyCommand({ apiKey }));
    deleted += found.length;
  }
  process.stdout.write(`${name}: ${deleted} usage keys of businesses deleted\n`);
};

await orSentence(async () => {
  const environment = asked();
  process.stdout.write(await withProgress((progress) => emptyBucket(environment, progress)));
  await deleteKeys(environment);
});
