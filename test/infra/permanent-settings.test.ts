import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Settings } from '../../lib/settings-schema.ts';
import { permanentSettings, settingNames } from '../../lib/settings-schema.ts';
import {
  apiDomain,
  dashboardOrigin,
  onfidoSettings,
  type SynthesisedStack,
  stripeSettings,
  synthesise,
  synthesised,
  webAcl,
  yenteSettings,
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

const rate = { rate: 11, burst: 13 };

/** Another value of each setting: a new one is added here, or the types fail. */
const others: { readonly [name in keyof Required<Settings>]: unknown } = {
  account: '123456789012',
  region: 'us-east-1',
  cell: 'use1b',
  throttle: rate,
  dashboardThrottle: rate,
  dashboardLimit: { rate: 3, burst: 4 },
  publicThrottle: rate,
  limits: { standard: rate, elevated: rate },
  authorizerConcurrency: 7,
  reserveSweeper: true,
  queueConcurrency: 9,
  queueConcurrencyOf: { deliver: 8 },
  warmThroughput: { reads: 20_000, writes: 40_000 },
  scheduleShards: 32,
  relayParallelism: 4,
  eventsPerSecond: 5_000,
  alarmSubscribers: ['ops@example.com'],
  logRetentionDays: 60,
  retention: { eventsDays: 30 },
  trailDays: 30,
  backup: undefined,
  webAcl,
  apiDomain,
  canary: 'AllAtOnce',
  clockSpeed: 25,
  webhookTargets: 'loopback_too',
  cardIssuer: 'stripe',
  stripe: stripeSettings,
  cardRenewalDays: 20,
  agreements: 'required',
  reverifyAfterExpiry: { enhanced: 30 },
  catalogue: 'united_states',
  heldFeatures: [],
  dailyCaps: { USD: 100_000 },
  acceptSimulatedIssuer: true,
  screening: 'yente',
  lists: { addresses: { uk: null } },
  yente: yenteSettings,
  identityVerifier: 'onfido',
  onfido: onfidoSettings,
  acceptAttestations: true,
  secondFactor: 'off',
  dashboardOrigin,
  signIn: undefined,
  dashboardApi: 'a1b2c3.execute-api.eu-west-1.amazonaws.com',
  product: { name: 'Ada & Co' },
  publicApi: 'https://api.example.com/v1/',
  dashboardCertificate: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b',
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

/** The resources that CloudFormation would replace with these settings. */
const replacedWith = async (settings: Partial<typeof others>): Promise<string[]> => {
  const { product: _, ...ofSandbox } = settings;
  const after = identitiesOf(
    await synthesise({ local: true, settings: { sandbox: ofSandbox, live: settings } }),
  );
  return [...before].flatMap(([at, was]) => (after.has(at) && after.get(at) !== was ? [at] : []));
};

const without = (names: readonly string[]): Partial<typeof others> =>
  Object.fromEntries(
    Object.entries(others).filter(([name, value]) => !names.includes(name) && value !== undefined),
  );

test('no setting but the permanent ones replaces a resource with data', async () => {
  assert.deepEqual(Object.keys(others).sort(), [...settingNames].sort());
  assert.deepEqual(await replacedWith(without(permanentSettings)), []);
});

test('another cell replaces buckets and nothing else, so a deployed one is kept', async () => {
  const replaced = await replacedWith({ cell: 'use1b' });
  assert.ok(
    replaced.length > 0 && replaced.every((at) => /Documents|Lists|Records|Site|Files/.test(at)),
    replaced.join(),
  );
  assert.ok(permanentSettings.includes('cell'));
});
