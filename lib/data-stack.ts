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
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Duration, type Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { type TableName, tables } from '../functions/dynamodb/keys.ts';
import { alarmTopic, tableAlarms } from './constructs/alarm.ts';
import { documentsIn } from './constructs/document-bucket.ts';
import { listsIn } from './constructs/list-bucket.ts';
import { removal } from './constructs/removal.ts';
import { type Environment, type KeyPurpose, keyAlias, physicalName, service, streamParameter } from './environments.ts';
import { serviceStack } from './service-stack.ts';

/** What must survive a deploy: the keys, the tables, the documents, the lists, and the topic that people subscribe to. */
export const dataStack = (scope: Construct, environment: Environment): Stack => {
  const stack = serviceStack(
    scope,
    environment,
    'data',
    `Keys, tables, documents and alarm topic of ${service} ${environment.name}`,
  );
  const key = encryptionKey(stack, environment, 'Key', 'Encrypts the tables and documents');
  encryptionKey(stack, environment, 'TaxIdKey', 'Seals tax ids', 'tax-ids');
  encryptionKey(stack, environment, 'WebhookKey', 'Seals what webhooks are called with', 'webhooks');
  macKey(stack, environment, 'FingerprintKey', 'Fingerprints encrypted fields', 'fingerprints');
  macKey(stack, environment, 'CursorKey', 'Derives the keys of cursors', 'cursors');
  if (environment.cardIssuer === 'simulator')
    macKey(stack, environment, 'IssuerKey', 'Derives the numbers of simulated cards', 'issuer');
  const topic = alarmTopic(stack, environment);
  for (const name of Object.keys(tables) as TableName[]) {
    const made = table(stack, environment, key, name);
    // Throttled writes of the request log are errors of its job, which has an alarm.
    if (name !== 'requests')
      tableAlarms(made, physicalName(environment.name, name), Object.keys(tables[name].indexes), topic);
    if (name === 'outbox') publishStream(stack, environment, made);
  }
  documentsIn(stack, environment, key);
  listsIn(stack, environment, key);
  return stack;
};

/** A stream's arn holds the moment it was made, so its reader, in another stack, cannot know it by a name. */
const publishStream = (stack: Stack, environment: Environment, outbox: TableV2): void => {
  if (outbox.tableStreamArn === undefined) throw new Error('The outbox has no stream.');
  new StringParameter(stack, 'OutboxStream', {
    parameterName: streamParameter(environment.name),
    description: 'The arn of the stream of new events',
    stringValue: outbox.tableStreamArn,
  });
};

const keyProps = (environment: Environment, does: string, purpose?: KeyPurpose) => ({
  description: `${does} of ${service} ${environment.name}`,
  alias: keyAlias(environment.name, purpose),
  removalPolicy: removal(environment),
  pendingWindow: Duration.days(30),
});

/** A key for one kind of encrypted data, so that who decrypts that kind decrypts no other. */
const encryptionKey = (stack: Stack, environment: Environment, id: string, does: string, purpose?: KeyPurpose): Key =>
  new Key(stack, id, { ...keyProps(environment, does, purpose), enableKeyRotation: true });

/** KMS does not rotate HMAC keys, and must not: what they make is compared with what they made before. */
const macKey = (stack: Stack, environment: Environment, id: string, does: string, purpose: KeyPurpose): Key =>
  new Key(stack, id, {
    ...keyProps(environment, does, purpose),
    keySpec: KeySpec.HMAC_256,
    keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
  });

type Shape = {
  readonly sort: boolean;
  readonly expires?: string;
  readonly stream?: true;
  readonly indexes: Readonly<Record<string, IndexShape>>;
};

type IndexShape = { readonly partition: string; readonly sort: string; readonly include: readonly string[] };

const text = (name: string) => ({ name, type: AttributeType.STRING });

const table = (stack: Stack, environment: Environment, key: Key, name: TableName): TableV2 => {
  const shape: Shape = tables[name];
  return new TableV2(stack, `${name[0]?.toUpperCase()}${name.slice(1)}Table`, {
    tableName: physicalName(environment.name, name),
    partitionKey: text('pk'),
    ...(shape.sort ? { sortKey: text('sk') } : {}),
    ...(shape.expires ? { timeToLiveAttribute: shape.expires } : {}),
    ...(shape.stream ? { dynamoStream: StreamViewType.NEW_IMAGE } : {}),
    globalSecondaryIndexes: Object.entries(shape.indexes).map(([indexName, index]) => indexOf(indexName, index)),
    billing: Billing.onDemand(),
    encryption: TableEncryptionV2.customerManagedKey(key),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: environment.protectData,
    removalPolicy: removal(environment),
  });
};

const indexOf = (indexName: string, index: IndexShape): GlobalSecondaryIndexPropsV2 => ({
  indexName,
  partitionKey: text(index.partition),
  sortKey: text(index.sort),
  ...(index.include.length > 0
    ? { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...index.include] }
    : { projectionType: ProjectionType.KEYS_ONLY }),
});
