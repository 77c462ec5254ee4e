import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type EnvironmentName, environments, physicalName } from '../lib/environments.ts';
import { type Listed, listedTables, listKeysOf } from '../lib/list-keys.ts';

// `npm run reindex -- live`: gives items of earlier releases the keys by which lists and the sweeper find them now. With the
// operator's own credentials; may be repeated, and stopped at any time.

type Stored = Listed & Readonly<Record<string, unknown>> & { readonly version?: number };

const read = `pk, sk, tenant_id, #status, #type, verification, version, status_key, type_key, open_key,
  event_id, created_at, undispatched, schedule_shard, webhook_id, paused_key`;

const main = async (name: string | undefined): Promise<void> => {
  if (name === undefined || !Object.hasOwn(environments, name)) throw new Error('npm run reindex -- sandbox|live');
  const environment = name as EnvironmentName;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: environments[environment].region }));
  for (const table of listedTables) {
    const TableName = physicalName(environment, table);
    let [seen, changed] = [0, 0];
    const scan = {
      TableName,
      ProjectionExpression: table === 'outbox' ? read.replace(' sk,', '') : read,
      ExpressionAttributeNames: { '#status': 'status', '#type': 'type' },
    };
    for await (const { Items = [] } of paginateScan({ client }, scan))
      for (const item of Items as Stored[]) {
        seen += 1;
        const keys = Object.entries(listKeysOf(table, item)).filter(([key, value]) => item[key] !== value);
        if (keys.length > 0 && (await changedKeys(client, TableName, item, keys))) changed += 1;
      }
    process.stdout.write(`${TableName}: ${changed} of ${seen} items got their keys\n`);
  }
};

/** Only where nobody has written the item since it was read: whoever did has written its keys. */
const changedKeys = async (
  client: DynamoDBDocumentClient,
  TableName: string,
  { pk, sk, version }: Stored,
  keys: readonly (readonly [string, unknown])[],
): Promise<boolean> => {
  try {
    await client.send(
      new UpdateCommand({
        TableName,
        Key: sk === undefined ? { pk } : { pk, sk },
        UpdateExpression: `SET ${keys.map((_, n) => `#k${n} = :k${n}`).join(', ')}`,
        ConditionExpression: version === undefined ? 'attribute_exists(pk)' : 'version = :version',
        ExpressionAttributeNames: Object.fromEntries(keys.map(([key], n) => [`#k${n}`, key])),
        ExpressionAttributeValues: {
          ...Object.fromEntries(keys.map(([, value], n) => [`:k${n}`, value])),
          ...(version !== undefined && { ':version': version }),
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

try {
  await main(process.argv[2]);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
