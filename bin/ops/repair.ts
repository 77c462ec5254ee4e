import { type AttributeValue, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { ItemKey } from '../../functions/core/dynamodb/keys.ts';
import { placedKeys, shardDirectory } from '../../functions/core/dynamodb/shards.ts';
import { physicalName } from '../../lib/environments.ts';
import { asksYes, missing, orSentence, readCommandLine, refuse, say } from '../command-line.ts';
import { environmentNamed, targetNamed, targetOptions } from '../start/target.ts';
import { type RepairedKind, repairedKinds } from './repair/kinds.ts';
import { type Repair, repairOf } from './repair/repairs.ts';
import { clientOf, copyItem } from './restore/tables.ts';

const usage = `npm run ops -- repair <kind> <id> --tenant-id <biz_…> --environment sandbox|live [option …]

Shows a stored item that the service cannot read, and what it lacks, as the log lines stored_item_unreadable name it. It
fills id, tenant_id, created_at, updated_at and version with what follows from the id, and every other field with --set. It
asks before it writes, and writes only if the item is still as it was read. Kinds:
  ${Object.keys(repairedKinds).join(' ')}

  --set <field>=<JSON>   a value for a field, such as --set status='"active"'; repeatable
  --yes                  writes without asking
  --target local|aws     without it the service that runs from this folder, else AWS
  --region <region>      on AWS, in place of the region of the settings`;

const options = {
  ...targetOptions,
  'tenant-id': { type: 'string' },
  set: { type: 'string', multiple: true },
  yes: { type: 'boolean', default: false },
} as const;

const main = async (): Promise<void> => {
  const { kind, id, tenant, given, environment, target, yes } = asked();
  const { keyOf, read } = kindNamed(kind);
  const client = clientOf(target);
  const stored = async (key: ItemKey): Promise<Record<string, AttributeValue> | undefined> => {
    const { table, pk, sk } = key;
    const Key = marshall({ pk, ...(sk !== undefined && { sk }) });
    const TableName = physicalName(environment, table);
    return (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
  };
  const shards = shardDirectory(async (key) => unmarshalled(await stored(key)));
  const logical = keyOf(tenant, id);
  const [key = logical] = await placedKeys(shards, [logical]);
  const current = await stored(key);
  if (!current)
    throw new Error(`${tenant} has no ${kind} ${id} in ${environment}, ${target.name}.`);
  const repair = repairOf(unmarshall(current), read, given, { tenant, id });
  show(current, repair);
  if (repair.problem !== null)
    throw new Error(`The ${kind} ${id} ${repair.problem}. Give a value with --set <field>=<JSON>.`);
  if (repair.filled.length === 0)
    return say(`The service can read the ${kind} ${id}. Nothing was written.`);
  if (!yes && !(await agrees())) return say('Nothing was written.');
  const restored = marshall(repair.item, { removeUndefinedValues: true });
  const isWritten = await copyItem({ client, environment, suffix: '', tenant }, key.table, {
    restored,
    current,
  });
  if (!isWritten)
    throw new Error(`The ${kind} ${id} has changed meanwhile. Run the command again.`);
  say(`The fields are written, and the service can read the ${kind} ${id}.`);
};

const asked = () => {
  const { values, positionals } = readCommandLine({ usage, options, words: 'any' });
  const [kind, id, ...more] = positionals;
  if (kind !== undefined) kindNamed(kind);
  if (kind === undefined || id === undefined || more.length > 0)
    return missing('Name a kind and an id.');
  const tenant = values['tenant-id'];
  if (tenant === undefined || !/^biz_\w+$/.test(tenant))
    return missing('--tenant-id must be a biz_… id.');
  const environment = environmentNamed(values.environment);
  const given = new Map((values.set ?? []).map(fieldIn));
  const target = targetNamed(values.target, environment, values.region);
  return { kind, id, tenant, given, environment, target, yes: values.yes };
};

const kindNamed = (kind: string): RepairedKind => {
  const found = Object.hasOwn(repairedKinds, kind) ? repairedKinds[kind] : undefined;
  return found ?? refuse(`Unknown kind ${JSON.stringify(kind)}.`, kind, Object.keys(repairedKinds));
};

const fieldIn = (one: string): readonly [string, unknown] => {
  const [field = '', ...value] = one.split('=');
  try {
    return [field, JSON.parse(value.join('='))];
  } catch {
    return missing(`--set ${field} must be JSON, such as --set status='"active"'.`);
  }
};

const unmarshalled = (item: Record<string, AttributeValue> | undefined) => item && unmarshall(item);

/** Names the attributes that are there, and what they lack; never a value that was stored. */
const show = (current: Record<string, AttributeValue>, { filled, problem }: Repair): void => {
  say(`It has ${Object.keys(current).toSorted().join(', ')}.`);
  for (const { field, value, from } of filled)
    say(`It has no ${field}: ${JSON.stringify(value)} (${from})`);
  if (problem !== null) say(`It ${problem}.`);
};

const agrees = (): Promise<boolean> =>
  process.stdin.isTTY
    ? asksYes('Write these fields?')
    : missing('The command cannot ask without a terminal. Add --yes to write without asking.');

await orSentence(main);
