import type { EventBus } from 'aws-cdk-lib/aws-events';
import type { Stack } from 'aws-cdk-lib/core';
import { documentBucket, type Environment, service } from './environments.ts';

/** What a consumer hears of a bus, and what its queue gets of it. */
export type EventSource = {
  /** In one sentence; the rule's description. */
  readonly means: string;
  /** Absent: the account's default bus, on which AWS itself tells. */
  readonly bus?: EventBus;
  /** A pattern of EventBridge. */
  readonly pattern: object;
  /** Path of what messages are grouped by, so that one group with many does not starve the others. */
  readonly group?: string;
  /** The kind of the messages and their members, each with its path in the event; absent: the whole event. */
  readonly message?: { readonly kind: string; readonly members: Readonly<Record<string, string>> };
};

/** Every event of the service, or those of certain types only; fair among tenants. */
export const ownEvents = (bus: EventBus, types?: readonly string[]): EventSource => ({
  means: types ? `Events ${types.join(', ')}` : 'Every event of the service',
  bus,
  pattern: { source: [service], ...(types && { 'detail-type': [...types] }) },
  group: '$.detail.tenant_id',
});

/** Documents whose bytes have come into the bucket; each message is `{"kind": "document", "key": "{tenant}/{customer}/{document}"}`. */
export const uploadedDocuments = (stack: Stack, environment: Environment): EventSource => ({
  means: 'Documents whose bytes have come',
  pattern: {
    source: ['aws.s3'],
    'detail-type': ['Object Created'],
    detail: { bucket: { name: [documentBucket(environment.name, stack.account)] } },
  },
  message: { kind: 'document', members: { key: '$.detail.object.key' } },
});
