import { account } from '../../assembly.ts';
import type { Access } from '../../aws-service.ts';
import type { Table } from '../../dynamodb/tables.ts';
import type { Key, Keys } from '../../kms/keys.ts';
import type { Touch } from './touches.ts';

/** What IAM must allow for touches: the action on each table or index, and the use of the tables' keys. */
export type AccessesOf = (touches: readonly Touch[], region: string) => readonly Access[];

/** What was asked before is answered with the very same accesses, so that whoever judges them can remember them. */
export const createAccesses = (tables: ReadonlyMap<string, Table>, keys: Keys): AccessesOf => {
  const known = new Map<string, readonly Access[]>();
  return (touches, region) => {
    const name = [region, ...new Set(touches.map(nameOf))].join('\n');
    const accesses = known.get(name) ?? accessesOf(touches, tables, keys, region);
    if (known.size < known_max) known.set(name, accesses);
    return accesses;
  };
};

/** Functions ask in far fewer ways. */
const known_max = 5_000;

const nameOf = ({ table, index, action, writes }: Touch): string =>
  `${table} ${index ?? ''} ${action} ${writes === undefined ? '' : 'writes'}`;

const accessesOf = (
  touches: readonly Touch[],
  tables: ReadonlyMap<string, Table>,
  keys: Keys,
  region: string,
): Access[] => {
  const actions = new Map<string, Access>();
  const encrypted = new Map<Key, Set<string>>();
  for (const { table: name, index, action, writes } of touches) {
    const table = tables.get(name);
    const arn = table?.arn ?? `arn:aws:dynamodb:${region}:${account}:table/${name}`;
    const resource = index === undefined ? arn : `${arn}/index/${index}`;
    actions.set(`${action} ${resource}`, { action, resource });
    const key = table?.kmsKey === undefined ? undefined : keys.find(table.kmsKey, table.region);
    if (!key) continue;
    const wanted = encrypted.get(key) ?? new Set();
    const needed = writes || action === 'dynamodb:ConditionCheckItem' ? [...reading, ...writing] : reading;
    for (const each of needed) wanted.add(each);
    encrypted.set(key, wanted);
  }
  return [...actions.values(), ...[...encrypted].flatMap(([key, wanted]) => [...wanted].map(throughDynamoDb(key)))];
};

/** DynamoDB uses a customer-managed key in the caller's name; for what depends on what the call does. */
const reading = ['kms:Decrypt', 'kms:DescribeKey'];
const writing = [
  'kms:Encrypt',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
];

const throughDynamoDb =
  (key: Key) =>
  (action: string): Access => ({
    action,
    resource: key.arn,
    context: { 'kms:ViaService': `dynamodb.${key.region}.amazonaws.com`, 'kms:ResourceAliases': key.aliases },
  });
