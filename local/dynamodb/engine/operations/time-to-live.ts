import { validationError } from '../../../errors.ts';
import { isObject } from '../../../json-protocol.ts';
import { apply, expirySecond } from '../store/changes.ts';
import { rowKeyOf } from '../store/keys.ts';
import { itemsOf, readItem } from '../store/rows.ts';
import type { TableShape } from '../store/shapes.ts';
import type { Store } from '../store/store.ts';
import { timeToLive } from '../store/stream.ts';
import { unpackedText } from '../values/packing.ts';
import {
  assertConstraints,
  assertKnown,
  characters,
  existingName,
  present,
  type RequestMembers,
} from './constraints.ts';

/** Says which attribute holds the second after which an item has expired. */
export const updateTimeToLive = (store: Store, input: RequestMembers): object => {
  assertKnown('UpdateTimeToLive', input, ['TableName', 'TimeToLiveSpecification']);
  assertConstraints(input, [
    ['TableName', existingName],
    ['TimeToLiveSpecification', present],
  ]);
  const specification = isObject(input.TimeToLiveSpecification) ? input.TimeToLiveSpecification : {};
  const { AttributeName, Enabled } = specification;
  const flat = { 'timeToLiveSpecification.attributeName': AttributeName, 'timeToLiveSpecification.enabled': Enabled };
  assertConstraints(flat, [
    ['timeToLiveSpecification.attributeName', (value) => present(value) ?? characters(1, 255)(value)],
    ['timeToLiveSpecification.enabled', present],
  ]);
  const { name } = store.tables.shape(String(input.TableName));
  const state = store.tables.find(name)?.state;
  if (!state) throw new Error(`The table ${name} has no state.`);
  const { expiry } = state;
  if (Enabled === true && expiry === AttributeName) throw validationError('TimeToLive is already enabled');
  if (Enabled === true && expiry !== undefined)
    throw validationError(`TimeToLive is active on a different AttributeName: current AttributeName is ${expiry}`);
  if (Enabled !== true && expiry === undefined) throw validationError('TimeToLive is already disabled');
  store.tables.change(name, { ...state, expiry: Enabled === true ? String(AttributeName) : undefined });
  if (Enabled === true) noteExpiries(store, store.tables.shape(name));
  return { TimeToLiveSpecification: { AttributeName, Enabled } };
};

/** Which attribute that is. */
export const describeTimeToLive = (store: Store, input: RequestMembers): object => {
  assertKnown('DescribeTimeToLive', input, ['TableName']);
  assertConstraints(input, [['TableName', existingName]]);
  const { expiry } = store.tables.shape(String(input.TableName));
  return {
    TimeToLiveDescription:
      expiry === undefined ? { TimeToLiveStatus: 'DISABLED' } : { TimeToLiveStatus: 'ENABLED', AttributeName: expiry },
  };
};

type Row = { readonly h: number; readonly p: Uint8Array; readonly s: Uint8Array; readonly item: string };

/** For items that were there before; new ones note theirs when they are written. */
const noteExpiries = ({ database }: Store, table: TableShape): void =>
  database.transaction(() => {
    const rows = [...database.rows<Row>(`SELECT h, p, s, item FROM ${itemsOf(table)}`)];
    for (const { h, p, s, item } of rows) {
      const expires = expirySecond(table, unpackedText(item));
      database.run(`UPDATE ${itemsOf(table)} SET expires = ? WHERE h = ? AND p = ? AND s = ?`, expires, h, p, s);
    }
  });

/** DynamoDB takes what lies further back for a mistake. */
const past_seconds_max = 5 * 365 * 24 * 60 * 60;

/** Deletes up to so many items of a table that have expired, as DynamoDB does some time after; how many. */
export const expire = (store: Store, name: string, portion: number): number => {
  const table = store.tables.find(name)?.shape;
  if (!table || table.expiry === undefined) return 0;
  const second = Math.floor(store.now() / 1000);
  return store.database.transaction(() => {
    const expired = [
      ...store.database.rows<{ item: string }>(
        `SELECT item FROM ${itemsOf(table)} WHERE expires < ? AND expires > ? ORDER BY expires LIMIT ?`,
        ...[second, second - past_seconds_max, portion],
      ),
    ];
    for (const { item } of expired) {
      const key = rowKeyOf(table, unpackedText(item));
      apply(store, { table, key, before: readItem(store.database, table, key), after: undefined }, timeToLive);
    }
    return expired.length;
  });
};
