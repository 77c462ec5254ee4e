import type { Item } from '../../functions/core/dynamodb/client.ts';
import type { TableName } from '../../functions/core/dynamodb/keys.ts';
import { type DocumentCommand, execute } from '../helpers/document-commands.ts';
import { type Changed, engineTables } from '../helpers/engine-tables.ts';

/** The query of the sweeper to an index. */
export type Sought = {
  readonly IndexName?: string;
  readonly ExpressionAttributeNames: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues: Item;
};

/** The tables of a run on the engine. Reads that need not be consistent miss what was written up to `lag` milliseconds ago. */
export const simulatedTables = (
  now: () => number,
  lag: () => number,
  watch: (changes: readonly Changed[]) => void,
) => {
  /** The engine's state of each item that was written, in the order of their first writes. */
  const known = new Map<string, Item>();
  const { call, close } = engineTables({
    now,
    lag_ms: lag,
    watch: (changes) => {
      for (const { id, after } of changes) {
        if (after) known.set(id, after);
        else known.delete(id);
      }
      watch(changes);
    },
  });
  return {
    /** Frees their memory. */
    close,
    /** Executes a command of the document client. */
    execute: (command: DocumentCommand): unknown => execute(call, command),
    /** Whether a partition of an index has nothing. */
    isEmpty: (command: DocumentCommand & { readonly input: Sought }): boolean => {
      const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = command.input;
      const input = {
        ...command.input,
        KeyConditionExpression: '#partition = :partition',
        Select: 'COUNT',
        Limit: 1,
        ExpressionAttributeNames: { '#partition': names['#partition'] },
        ExpressionAttributeValues: { ':partition': values[':partition'] },
      };
      const found = execute(call, { constructor: command.constructor, input } as DocumentCommand);
      return (found as { readonly Count: number }).Count === 0;
    },
    /** The item as it is now. */
    item: (table: TableName, pk: string, sk?: string): Item | undefined =>
      known.get([table, pk, ...(sk === undefined ? [] : [sk])].join(' ')),
    /** Everything of a table. */
    everything: (table: TableName): Item[] =>
      [...known].flatMap(([id, item]) => (id.startsWith(`${table} `) ? [item] : [])),
  };
};

export type SimulatedTables = ReturnType<typeof simulatedTables>;
