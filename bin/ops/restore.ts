import type { TableName } from '../../functions/core/dynamodb/keys.ts';
import { chunksOf } from '../../functions/core/json.ts';
import { missing, orSentence, readCommandLine } from '../command-line.ts';
import { withProgress } from '../progress.ts';
import { environmentNamed, targetNamed, targetOptions } from '../start/target.ts';
import { type Kind, kindOf, type Pair } from './restore/differences.ts';
import { placeOf } from './restore/parts.ts';
import { type Switch, switchOf } from './restore/switch.ts';
import {
  assertRestored,
  clientOf,
  compareTable,
  copyItem,
  keyText,
  type Restoration,
  restoredTables,
} from './restore/tables.ts';

const usage = `npm run ops -- restore <command> --environment sandbox|live [--target local|aws] [--region <region>]
  switch off   ends everything that writes: calls of the APIs, schedules, event source mappings
  switch on    sets back what switch off has recorded
  compare      [--suffix=-restored] [--table <name>] [--tenant-id <biz_…>] [--keys]
  copy         [--suffix=-restored] [--table <name>] [--tenant-id <biz_…>]`;

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

const text = { type: 'string' } as const;
const options = {
  ...targetOptions,
  suffix: text,
  table: text,
  'tenant-id': text,
  keys: { type: 'boolean' },
} as const;

const main = async (): Promise<void> => {
  const { values, positionals } = readCommandLine({
    usage,
    options,
    words: ['switch', 'on', 'off', 'compare', 'copy'],
  });
  const command = positionals.join(' ');
  const environment = environmentNamed(values.environment);
  const target = targetNamed(values.target, environment, values.region);
  const client = clientOf(target);
  await client.config.credentials();
  say(`${command} in ${environment}, ${target.name}`);
  const power = switchOf(environment, target, say);
  if (command === 'switch off') return power.switchOff();
  if (command === 'switch on') return power.switchOn();
  if (command !== 'compare' && command !== 'copy') return missing('Name one command.');
  const { suffix = '-restored', 'tenant-id': tenant, keys = false } = values;
  if (!/^[A-Za-z0-9_.-]+$/.test(suffix))
    return missing(
      '--suffix must be the end of the names of the restored tables, such as -restored.',
    );
  if (tenant !== undefined && !/^biz_\w+$/.test(tenant))
    return missing('--tenant-id must be a biz_… id.');
  const names = restoredTables.filter(
    (name) => values.table === undefined || name === values.table,
  );
  if (names.length === 0) return missing(`--table must be one of ${restoredTables.join(', ')}.`);
  const restoration = { client, environment, suffix, tenant };
  await assertRestored(restoration, names);
  if (command === 'copy') await assertOff(power);
  for (const name of names) await (command === 'copy' ? copy : compare)(restoration, name, keys);
};

const assertOff = async (power: Switch): Promise<void> => {
  if (power.record()?.off_since === undefined)
    throw new Error('The service can still write. Run switch off first, then copy again.');
  const [on] = await power.on();
  if (on) throw new Error(`${placeOf(on)} can still write. Run switch off again, then copy again.`);
};

type Counts = Record<Kind, number>;

const none: Counts = { same: 0, different: 0, missing: 0, additional: 0 };

/** Counts what a table has; prints the keys of what differs where they are wanted, never a value. */
const compare = async (
  restoration: Restoration,
  table: TableName,
  showsKeys: boolean,
): Promise<void> => {
  const { same, different, missing, additional } = await walk(restoration, table, async (pairs) => {
    if (!showsKeys) return;
    for (const pair of pairs)
      print(`${kindOf(pair)} ${table} ${keyText(pair.restored ?? pair.current ?? {})}`);
  });
  print(
    `${table}: ${same} same, ${different} different, ${missing} missing, ${additional} additional`,
  );
  if (different + missing + additional > 0) process.exitCode = 1;
};

/** Brings back what differs. An item that was written since the comparison stays as it is, and is counted. */
const copy = async (restoration: Restoration, table: TableName): Promise<void> => {
  const done = { ...none };
  let left = 0;
  const { same } = await walk(restoration, table, async (pairs) => {
    for (const some of chunksOf(pairs, writes_max))
      await Promise.all(
        some.map(async (pair) => {
          if (await copyItem(restoration, table, pair)) done[kindOf(pair)] += 1;
          else left += 1;
        }),
      );
  });
  print(
    `${table}: ${same} same, ${done.different} replaced, ${done.missing} put, ${done.additional} deleted`,
  );
  if (left === 0) return;
  say(`${table}: ${left} items were written meanwhile and stay as they are. Run copy again.`);
  process.exitCode = 1;
};

/** Writes at once of each reader. */
const writes_max = 10;

/** Goes through a table with progress, hands on what differs, and counts. */
const walk = async (
  restoration: Restoration,
  table: TableName,
  handle: (differing: readonly Pair[]) => Promise<void>,
): Promise<Counts> => {
  const counts = { ...none };
  const total = () => Object.values(counts).reduce((sum, count) => sum + count);
  await withProgress(({ show, hide }) =>
    compareTable(restoration, table, async (pairs) => {
      const kinds = pairs.map(kindOf);
      hide();
      await handle(pairs.filter((_, at) => kinds[at] !== 'same'));
      for (const kind of kinds) counts[kind] += 1;
      show(`${table}: ${total()} compared`);
    }),
  );
  return counts;
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

await orSentence(main);
