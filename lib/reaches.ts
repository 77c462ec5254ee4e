import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import type { Needs, Place, Setting } from '../functions/contract/route.ts';
import { arn } from './arn.ts';
import { documentGrant, documentUses } from './document-grants.ts';
import {
  busName,
  cursorKeyAlias,
  documentBucket,
  type Environment,
  fingerprintKeyAlias,
  issuerKeyAlias,
  keyAlias,
  type QueueName,
  queueName,
} from './environments.ts';
import { keyStatement } from './key-grants.ts';

/** The names in `Needs` that are neither tables nor settings. */
export type ReachName = Exclude<keyof Needs, Place | 'settings'>;

type Reach<Use extends string> = {
  /** What each use of it is called in IAM. */
  readonly actions: Readonly<Record<Use, string>>;
  /** The variables by which a function finds it, and what they say. */
  readonly variables: Readonly<Record<string, (stack: Stack, environment: Environment) => string>>;
  readonly grant: (stack: Stack, environment: Environment, actions: readonly string[]) => readonly PolicyStatement[];
};

const queueReach = (queue: QueueName, variable: string): Reach<'send' | 'depth'> => ({
  actions: { send: 'sqs:SendMessage', depth: 'sqs:GetQueueAttributes' },
  variables: {
    [variable]: (stack, { name, region }) =>
      `https://sqs.${region}.amazonaws.com/${stack.account}/${queueName(name, queue)}`,
  },
  grant: (stack, { name }, actions) => [statement(actions, arn(stack, 'sqs', queueName(name, queue)))],
});

type UsesOf<Name extends ReachName> = NonNullable<Needs[Name]>[number];

/** What a function may reach besides tables. Stacks know each other by physical names, so no address is a reference. */
export const reaches: { readonly [Name in ReachName]: Reach<UsesOf<Name>> } = {
  sealer: {
    actions: { encrypt: 'kms:Encrypt', decrypt: 'kms:Decrypt' },
    variables: { SEALER_KEY_ID: (_, { name }) => keyAlias(name) },
    grant: (stack, environment, actions) => [keyStatement(stack, keyAlias(environment.name), actions)],
  },
  fingerprint: {
    actions: { mac: 'kms:GenerateMac' },
    variables: { FINGERPRINT_KEY_ID: (_, { name }) => fingerprintKeyAlias(name) },
    grant: (stack, environment, actions) => [keyStatement(stack, fingerprintKeyAlias(environment.name), actions)],
  },
  issuerKey: {
    actions: { mac: 'kms:GenerateMac' },
    variables: { ISSUER_KEY_ID: (_, { name }) => issuerKeyAlias(name) },
    grant: (stack, environment, actions) => [keyStatement(stack, issuerKeyAlias(environment.name), actions)],
  },
  cursorKey: {
    actions: { mac: 'kms:GenerateMac' },
    variables: { CURSOR_KEY_ID: (_, { name }) => cursorKeyAlias(name) },
    grant: (stack, environment, actions) => [keyStatement(stack, cursorKeyAlias(environment.name), actions)],
  },
  bus: {
    actions: { put: 'events:PutEvents' },
    variables: { EVENT_BUS_NAME: (_, { name }) => busName(name) },
    grant: (stack, { name }, actions) => [statement(actions, arn(stack, 'events', 'event-bus', busName(name)))],
  },
  deliverQueue: queueReach('deliver', 'DELIVER_QUEUE_URL'),
  documentsQueue: queueReach('documents', 'DOCUMENTS_QUEUE_URL'),
  identityQueue: queueReach('identity', 'IDENTITY_QUEUE_URL'),
  cardsQueue: queueReach('cards', 'CARDS_QUEUE_URL'),
  documents: {
    actions: documentUses,
    variables: {
      DOCUMENT_BUCKET: (stack, { name }) => documentBucket(name, stack.account),
      // Whoever only signs takes the address, for the client that would make it of the name weighs 110 KB.
      DOCUMENT_BUCKET_URL: (stack, { name, region }) =>
        `https://${documentBucket(name, stack.account)}.s3.${region}.amazonaws.com`,
    },
    grant: documentGrant,
  },
};

const statement = (actions: readonly string[], resource: string): PolicyStatement =>
  new PolicyStatement({ actions: [...actions], resources: [resource] });

/** The settings of an environment that a function may be told, each by its variable. */
export const toldSettings: Readonly<
  Record<Setting, { variable: string; value: (environment: Environment) => string }>
> = {
  waitDivisor: { variable: 'WAIT_DIVISOR', value: ({ waitDivisor }) => String(waitDivisor) },
  webhookTargets: { variable: 'WEBHOOK_TARGETS', value: ({ webhookTargets }) => webhookTargets },
  cardIssuer: { variable: 'CARD_ISSUER', value: ({ cardIssuer }) => cardIssuer },
  identityVerifier: { variable: 'IDENTITY_VERIFIER', value: ({ identityVerifier }) => identityVerifier },
};
