import { tables } from '../../functions/dynamodb/keys.ts';
import { type Stores, storesOf } from '../../functions/dynamodb/stores.ts';
import { idsAt } from '../../functions/new-id.ts';
import type { Deadline } from '../../functions/time.ts';
import type { Cause, Work } from '../../functions/unit-of-work.ts';
import { type DataPlane, startDataPlane } from '../../local/test/helpers/data-plane.ts';
import { keyId, resource } from '../../local/test/helpers/data-resources.ts';
import { oneShard } from './memory-tables.ts';

/** The service's own tables on the local engine, for stores without a service around them. */
export type StoreMachine = Stores & {
  readonly plane: DataPlane;
  /** What a worker's steps share, at a moment. */
  workAt(now: Date): Work;
  stop(): Promise<void>;
};

type Shape = {
  readonly sort: boolean;
  readonly indexes: Readonly<
    Record<string, { readonly partition: string; readonly sort: string; readonly include: readonly string[] }>
  >;
};

/** Starts the engine with every table of store/table.ts. */
export const startStores = async (): Promise<StoreMachine> => {
  const shapes = Object.entries<Shape>(tables);
  const plane = await startDataPlane([...shapes.map(([name, shape]) => tableOf(name, shape)), ...webhookKey]);
  for (const [name] of shapes) process.env[`${name.toUpperCase()}_TABLE`] = physical(name);
  const stores = storesOf({ client: plane.client(), shards: oneShard });
  const deadline = (now: Date): Deadline => ({ now, deadline: Date.now() + 10_000 });
  const cause = (now: Date): Cause => ({
    ...{ request_id: 'request-1', idempotency_key: null, environment: 'sandbox' },
    ...{ actor: { type: 'system', id: 'test' }, now, newId: idsAt(now) },
  });
  return {
    plane,
    ...stores,
    workAt: (now) => ({ ...stores, deadline: deadline(now), cause: cause(now) }),
    stop: plane.stop,
  };
};

/** The alias of the key that seals secrets of endpoints. */
export const webhookKeyAlias = 'alias/test-webhooks';

const webhookKey = [
  resource('AWS::KMS::Key', keyId, { EnableKeyRotation: true }),
  resource('AWS::KMS::Alias', webhookKeyAlias, { AliasName: webhookKeyAlias, TargetKeyId: keyId }),
];

const physical = (name: string) => `test-sandbox-${name}`;

const tableOf = (name: string, { sort, indexes }: Shape) => {
  const keyed = [
    ...(sort ? ['pk', 'sk'] : ['pk']),
    ...Object.values(indexes).flatMap((one) => [one.partition, one.sort]),
  ];
  return resource('AWS::DynamoDB::Table', physical(name), {
    TableName: physical(name),
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...new Set(keyed)].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: keySchema('pk', sort ? 'sk' : undefined),
    ...(Object.keys(indexes).length > 0 && {
      GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, index]) => ({
        IndexName,
        KeySchema: keySchema(index.partition, index.sort),
        Projection:
          index.include.length > 0
            ? { ProjectionType: 'INCLUDE', NonKeyAttributes: index.include }
            : { ProjectionType: 'KEYS_ONLY' },
      })),
    }),
  });
};

const keySchema = (partition: string, sort?: string) => [
  { AttributeName: partition, KeyType: 'HASH' },
  ...(sort === undefined ? [] : [{ AttributeName: sort, KeyType: 'RANGE' }]),
];
