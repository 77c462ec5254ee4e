import type { WriteUnits } from '../store/changes.ts';
import type { TableShape } from '../store/shapes.ts';
import type { RequestMembers } from './constraints.ts';

/** The capacity that a request consumed, by table. */
export type Consumption = {
  add(table: TableShape, units: number, index?: string): void;
  addWrite(table: TableShape, units: WriteUnits, factor?: number): void;
  /** As answers say it; undefined where the request does not ask. */
  figures(): CapacityFigures[] | undefined;
};

export type CapacityFigures = {
  readonly TableName: string;
  readonly CapacityUnits: number;
  readonly [member: string]: unknown;
};

type Sums = { readonly table: TableShape; own: number; readonly indexes: Map<string, number> };

/** Counts units; `kind` is how a transaction calls them. */
export const consumption = (input: RequestMembers, kind?: 'Read' | 'Write'): Consumption => {
  const all = new Map<string, Sums>();
  const add: Consumption['add'] = (table, units, index) => {
    const sums = all.get(table.name) ?? { table, own: 0, indexes: new Map() };
    all.set(table.name, sums);
    if (index === undefined) sums.own += units;
    else sums.indexes.set(index, (sums.indexes.get(index) ?? 0) + units);
  };
  const named = (units: number) => ({
    CapacityUnits: units,
    ...(kind && { [`${kind}CapacityUnits`]: units }),
  });
  const figuresOf = ({ table, own, indexes }: Sums): CapacityFigures => {
    const total = [...indexes.values()].reduce((sum, units) => sum + units, own);
    const shown = { TableName: table.name, ...named(total) };
    if (input.ReturnConsumedCapacity !== 'INDEXES') return shown;
    const of = (wanted: 'global' | 'local') =>
      table.indexes.flatMap(({ name, kind: found }) => {
        const units = found === wanted ? indexes.get(name) : undefined;
        return units === undefined ? [] : [[name, named(units)] as const];
      });
    const [global, local] = [of('global'), of('local')];
    return {
      ...shown,
      Table: named(own),
      ...(global.length > 0 && { GlobalSecondaryIndexes: Object.fromEntries(global) }),
      ...(local.length > 0 && { LocalSecondaryIndexes: Object.fromEntries(local) }),
    };
  };
  return {
    add,
    addWrite: (table, units, factor = 1) => {
      add(table, units.table * factor);
      for (const [index, entry] of units.indexes) add(table, entry, index);
    },
    figures: () =>
      input.ReturnConsumedCapacity === 'INDEXES' || input.ReturnConsumedCapacity === 'TOTAL'
        ? [...all.values()].map(figuresOf)
        : undefined,
  };
};

/** The figures of a request to one table, as a member of its answer. */
export const oneTable = (consumed: Consumption): object => {
  const [figures] = consumed.figures() ?? [];
  return figures ? { ConsumedCapacity: figures } : {};
};

/** The figures of a request to several tables. */
export const everyTable = (consumed: Consumption): object => {
  const figures = consumed.figures();
  return figures ? { ConsumedCapacity: figures } : {};
};
