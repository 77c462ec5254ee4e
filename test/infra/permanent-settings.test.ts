import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permanentSettings, settingNames } from '../../lib/settings-schema.ts';
import { others } from '../helpers/settings-of-variants.ts';
import {
  type SynthesisedStack,
  synthesised,
  synthesisedCell,
  synthesisedOtherwise,
} from '../helpers/synthesised.ts';

/** Properties of resources with data whose change makes CloudFormation replace them, by its resource schemas. */
const replacing: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'AttributeDefinitions'],
  'AWS::S3::Bucket': ['BucketName', 'ObjectLockEnabled'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion'],
  'AWS::KMS::Alias': ['AliasName'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::Events::EventBus': ['Name'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::Cognito::UserPool': [
    'UserPoolName',
    'Schema',
    'UsernameAttributes',
    'UsernameConfiguration',
  ],
  'AWS::Cognito::UserPoolClient': ['GenerateSecret', 'UserPoolId'],
};

/** The properties above of everything with data, by environment, stack and logical id. */
const identitiesOf = (stacks: readonly SynthesisedStack[]): ReadonlyMap<string, string> =>
  new Map(
    stacks.flatMap(({ environment, name, resources }) =>
      Object.entries(resources).flatMap(([id, { Type, Properties }]) => {
        const of = replacing[Type]?.map((property) => [property, Properties[property]]);
        return of ? [[`${environment}/${name}/${id}`, JSON.stringify(of)] as const] : [];
      }),
    ),
  );

const before = identitiesOf(await synthesised());

/** The resources of `synthesised` that CloudFormation would replace by those of other settings. */
const replacedBy = (stacks: readonly SynthesisedStack[]): string[] => {
  const after = identitiesOf(stacks);
  return [...before].flatMap(([at, was]) => (after.has(at) && after.get(at) !== was ? [at] : []));
};

test('no setting but the permanent ones replaces a resource with data', async () => {
  assert.deepEqual(Object.keys(others).sort(), [...settingNames].sort());
  assert.deepEqual(replacedBy(await synthesisedOtherwise()), []);
});

test('another cell replaces buckets and nothing else, so a deployed one is kept', async () => {
  // No name that it replaces says a region, which its settings have too.
  const replaced = replacedBy(await synthesisedCell());
  assert.ok(
    replaced.length > 0 && replaced.every((at) => /Documents|Lists|Records|Site|Files/.test(at)),
    replaced.join(),
  );
  assert.ok(permanentSettings.includes('cell'));
});
