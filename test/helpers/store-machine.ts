import { tableDefinition } from '../../bin/start/table-definitions.ts';
import { type TableName, tables } from '../../functions/core/dynamodb/keys.ts';
import { type Stores, storesOf } from '../../functions/core/dynamodb/stores.ts';
import type { Work } from '../../functions/core/outbox/unit-of-work.ts';
import { type DataPlane, startDataPlane } from '../../local/test/helpers/data-plane.ts';
import { keyId, resource } from '../../local/test/helpers/data-resources.ts';
import { oneShard } from './test-database.ts';
import { workAt } from './work.ts';

/** The service's own tables on the local engine, for stores without a service around them. */
export type StoreMachine = Stores & {
  readonly plane: DataPlane;
  /** The inputs that a worker's steps share, at a moment. */
  workAt(now: Date): Work;
  stop(): Promise<void>;
};

/** Starts the engine with every table of store/table.ts. */
export const startStores = async (): Promise<StoreMachine> => {
  const names = Object.keys(tables) as TableName[];
  const plane = await startDataPlane([...names.map(tableResource), ...webhookKey]);
  for (const name of names) process.env[`${name.toUpperCase()}_TABLE`] = physical(name);
  const stores = storesOf({ client: plane.client(), shards: oneShard });
  return {
    plane,
    ...stores,
    workAt: (now) => workAt(now, stores),
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

const tableResource = (name: TableName) =>
  resource('AWS::DynamoDB::Table', physical(name), { ...tableDefinition(name, physical(name)) });
