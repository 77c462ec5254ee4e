import {
  AttributeType,
  Billing,
  type GlobalSecondaryIndexPropsV2,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { CfnSubscription } from 'aws-cdk-lib/aws-sns';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Duration, type Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { type TableName, tables } from '../functions/core/dynamodb/keys.ts';
import { acknowledge } from './constructs/acknowledge.ts';
import { alarmTopic } from './constructs/alarm.ts';
import { documentsIn } from './constructs/document-bucket.ts';
import { keysWatch } from './constructs/keys-watch.ts';
import { listsIn } from './constructs/list-bucket.ts';
import { removal } from './constructs/removal.ts';
import {
  type Environment,
  type KeyPurpose,
  keyAlias,
  physicalName,
  type StreamedTable,
  service,
  streamParameter,
} from './environments.ts';
import { serviceStack } from './service-stack.ts';

/**
 * The stack of all that must survive a deploy: the keys, the tables, the documents, the lists, and
 * the topic that people subscribe to.
 */
export const dataStack = (scope: Construct, environment: Environment): Stack => {
  const stack = serviceStack(
    scope,
    environment,
    'data',
    `Keys, tables, documents and alarm topic of ${service} ${environment.name}`,
  );
  const key = dataKeys(stack, environment);
  const topic = alarmTopic(stack, environment, key);
  for (const endpoint of environment.alarmSubscribers ?? [])
    acknowledge(
      new CfnSubscription(topic, endpoint, {
        topicArn: topic.topicArn,
        endpoint,
        protocol: endpoint.startsWith('https://') ? 'https' : 'email',
      }),
      {
        'Serverless-SNSRedrivePolicy':
          'A lost message loses no alarm: its state stays in CloudWatch, where the status and the overview show it.',
      },
    );
  keysWatch(stack, environment, topic);
  for (const name of Object.keys(tables) as TableName[]) {
    const made = table(stack, environment, key, name);
    if (isStreamed(name)) publishStream(stack, environment, name, made);
  }
  documentsIn(stack, environment, key);
  listsIn(stack, environment, key);
  return stack;
};

/** A stream's arn holds the moment it was made, so its reader, in another stack, cannot know it by a name. */
const publishStream = (
  stack: Stack,
  environment: Environment,
  name: StreamedTable,
  made: TableV2,
): void => {
  if (made.tableStreamArn === undefined) throw new Error(`The table ${name} has no stream.`);
  new StringParameter(stack, `${name[0]?.toUpperCase()}${name.slice(1)}Stream`, {
    parameterName: streamParameter(environment.name, name),
    description: `The arn of the stream of ${streamedTables[name]}`,
    stringValue: made.tableStreamArn,
  });
};

/** The records that the stream of each table carries. */
const streamedTables = {
  outbox: 'new events',
  resources: 'changed resources',
  deliveries: 'changed deliveries',
} as const satisfies Record<StreamedTable, string>;

const isStreamed = (name: TableName): name is StreamedTable => Object.hasOwn(streamedTables, name);

type PlannedKey = {
  readonly id: string;
  readonly does: string;
  /** Absent: of the key that encrypts the tables and the documents. */
  readonly purpose?: KeyPurpose;
  readonly isMac?: true;
  /** The id of the key that has this purpose too where data is not protected. */
  readonly orElse?: string;
};

/** One for each kind of encrypted data, so that who decrypts that kind decrypts no other. */
const plannedKeys: readonly PlannedKey[] = [
  { id: 'TaxIdKey', does: 'Seals tax ids', purpose: 'tax-ids' },
  {
    id: 'WebhookKey',
    does: 'Seals what webhooks are called with',
    purpose: 'webhooks',
    orElse: 'TaxIdKey',
  },
  {
    id: 'FingerprintKey',
    does: 'Fingerprints encrypted fields',
    purpose: 'fingerprints',
    isMac: true,
  },
  {
    id: 'CursorKey',
    does: 'Derives the keys of cursors',
    purpose: 'cursors',
    isMac: true,
    orElse: 'FingerprintKey',
  },
  {
    id: 'IssuerKey',
    does: 'Derives the numbers of simulated cards',
    purpose: 'issuer',
    isMac: true,
    orElse: 'FingerprintKey',
  },
];

/**
 * Makes the keys, and returns the one that encrypts tables and documents. A key costs a dollar a month, so where data is not
 * protected three have all purposes.
 */
const dataKeys = (stack: Stack, environment: Environment): Key => {
  const key = dataKey(stack, environment, { id: 'Key', does: 'Encrypts the tables and documents' });
  const made = new Map<string, Key>();
  for (const planned of plannedKeys) {
    if (planned.purpose === 'issuer' && environment.cardIssuer !== 'simulator') continue;
    const other = environment.protectData ? undefined : made.get(planned.orElse ?? '');
    if (other) other.addAlias(keyAlias(environment.name, planned.purpose));
    else made.set(planned.id, dataKey(stack, environment, planned));
  }
  return key;
};

/**
 * A key that can have replicas in other regions: only a new key can, so each is one from the first deployment. KMS does not rotate
 * HMAC keys, and must not: what they make is compared with what they made before.
 */
const dataKey = (
  stack: Stack,
  environment: Environment,
  { id, does, purpose, isMac }: PlannedKey,
): Key =>
  new Key(stack, id, {
    description: `${does} of ${service} ${environment.name}`,
    alias: keyAlias(environment.name, purpose),
    removalPolicy: removal(environment),
    pendingWindow: Duration.days(30),
    multiRegion: true,
    ...(isMac
      ? { keySpec: KeySpec.HMAC_256, keyUsage: KeyUsage.GENERATE_VERIFY_MAC }
      : { enableKeyRotation: true }),
  });

type Shape = {
  readonly sort: boolean;
  readonly expires?: string;
  readonly stream?: 'NEW_IMAGE' | 'NEW_AND_OLD_IMAGES';
  readonly indexes: Readonly<Record<string, IndexShape>>;
};

type IndexShape = {
  readonly partition: string;
  readonly sort: string;
  readonly include: readonly string[];
};

const text = (name: string) => ({ name, type: AttributeType.STRING });

const table = (stack: Stack, environment: Environment, key: Key, name: TableName): TableV2 => {
  const shape: Shape = tables[name];
  const warm =
    warmed.includes(name) && environment.warmThroughput
      ? { warmThroughput: unitsOf(environment.warmThroughput) }
      : {};
  return new TableV2(stack, `${name[0]?.toUpperCase()}${name.slice(1)}Table`, {
    tableName: physicalName(environment.name, name),
    partitionKey: text('pk'),
    ...(shape.sort ? { sortKey: text('sk') } : {}),
    ...(shape.expires ? { timeToLiveAttribute: shape.expires } : {}),
    ...(shape.stream ? { dynamoStream: StreamViewType[shape.stream] } : {}),
    globalSecondaryIndexes: Object.entries(shape.indexes).map(([indexName, index]) => ({
      ...indexOf(indexName, index),
      ...warm,
    })),
    ...warm,
    billing: Billing.onDemand(),
    encryption: TableEncryptionV2.customerManagedKey(key),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: environment.protectData,
    removalPolicy: removal(environment),
  });
};

/** The tables that a create and its event write. */
const warmed: readonly TableName[] = ['resources', 'outbox', 'deliveries', 'idempotency'];

const unitsOf = ({ reads, writes }: NonNullable<Environment['warmThroughput']>) => ({
  readUnitsPerSecond: reads,
  writeUnitsPerSecond: writes,
});

const indexOf = (indexName: string, index: IndexShape): GlobalSecondaryIndexPropsV2 => ({
  indexName,
  partitionKey: text(index.partition),
  sortKey: text(index.sort),
  ...(index.include.length > 0
    ? { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...index.include] }
    : { projectionType: ProjectionType.KEYS_ONLY }),
});
