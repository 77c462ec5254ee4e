import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

type Declared = {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
};

/** The properties of each type that keeps something, a change of which CloudFormation makes by a new resource. */
const replacing: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion'],
  'AWS::KMS::Alias': ['AliasName'],
  'AWS::S3::Bucket': ['BucketName', 'ObjectLockEnabled'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  'AWS::Events::EventBus': ['Name'],
  'AWS::Cognito::UserPool': ['UsernameAttributes', 'AliasAttributes', 'UsernameConfiguration'],
  'AWS::Cognito::UserPoolClient': ['UserPoolId', 'GenerateSecret'],
  'AWS::Logs::LogGroup': ['LogGroupName', 'LogGroupClass'],
};

const templatesOf = (assembly: string): ReadonlyMap<string, Readonly<Record<string, Declared>>> =>
  new Map(
    globSync('**/*.template.json', { cwd: assembly }).map((path) => [
      basename(path),
      JSON.parse(readFileSync(join(assembly, path), 'utf8')).Resources ?? {},
    ]),
  );

/** The keys of the indexes of a table, whose change deletes the index and makes another. */
const indexesOf = ({ Properties = {} }: Declared): ReadonlyMap<string, string> =>
  new Map(
    ((Properties.GlobalSecondaryIndexes ?? []) as Record<string, unknown>[]).map((index) => [
      String(index.IndexName),
      JSON.stringify([index.KeySchema, index.Projection]),
    ]),
  );

/** The resources that keep something, and those of them that an upgrade would replace or delete. */
export const replacedBetween = (
  earlier: string,
  later: string,
): { readonly kept: number; readonly replaced: readonly string[] } => {
  const laterTemplates = templatesOf(later);
  const replaced: string[] = [];
  let kept = 0;
  for (const [stack, resources] of templatesOf(earlier))
    for (const [id, before] of Object.entries(resources)) {
      const properties = replacing[before.Type];
      if (!properties) continue;
      kept += 1;
      const after = laterTemplates.get(stack)?.[id];
      const fault = (what: string) => replaced.push(`${stack} ${id} (${before.Type}): ${what}`);
      if (after?.Type !== before.Type) {
        fault('is gone');
        continue;
      }
      for (const name of properties)
        if (textOf(before, name) !== textOf(after, name)) fault(`${name} has changed`);
      if (before.DeletionPolicy === 'Retain' && after.DeletionPolicy !== 'Retain')
        fault('is no longer retained');
      const [old, present] = [indexesOf(before), indexesOf(after)];
      for (const [name, keys] of old)
        if (present.get(name) !== keys) fault(`the index ${name} is gone or has other keys`);
    }
  return { kept, replaced };
};

const textOf = ({ Properties = {} }: Declared, name: string): string =>
  JSON.stringify(Properties[name]) ?? '';
