import { validationError } from '../../../errors.ts';
import { isObject } from '../../../json-protocol.ts';
import { apply, found } from '../store/changes.ts';
import { expirySecond, type NotedRow, note } from '../store/expiries.ts';
import { itemsOf } from '../store/rows.ts';
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
  const specification = isObject(input.TimeToLiveSpecification)
    ? input.TimeToLiveSpecification
    : {};
  const { AttributeName, Enabled } = specification;
  const flat = {
    'timeToLiveSpecification.attributeName': AttributeName,
    'timeToLiveSpecification.enabled': Enabled,
  };
  assertConstraints(flat, [
    [
      'timeToLiveSpecification.attributeName',
      (value) => present(value) ?? characters(1, 255)(value),
    ],
    ['timeToLiveSpecification.enabled', present],
  ]);
  const { name, expiry } = store.tables.shape(String(input.TableName));
  if (Enabled === true && expiry === AttributeName)
    throw validationError('TimeToLive is already enabled');
  if (Enabled === true && expiry !== undefined)
    throw validationError(
      `TimeToLive is active on a different AttributeName: current AttributeName is ${expiry}`,
    );
  if (Enabled !== true && expiry === undefined)
    throw validationError('TimeToLive is already disabled');
  store.tables.setExpiry(name, Enabled === true ? String(AttributeName) : undefined);
  store.chores.begin();
  return { TimeToLiveSpecification: { AttributeName, Enabled } };
};

/** Which attribute that is. */
export const describeTimeToLive = (store: Store, input: RequestMembers): object => {
  assertKnown('DescribeTimeToLive', input, ['TableName']);
  assertConstraints(input, [['TableName', existingName]]);
  const { expiry } = store.tables.shape(String(input.TableName));
  return {
    TimeToLiveDescription:
      expiry === undefined
        ? { TimeToLiveStatus: 'DISABLED' }
        : { TimeToLiveStatus: 'ENABLED', AttributeName: expiry },
  };
};

/** DynamoDB takes what lies further back for a mistake. */
const past_seconds_max = 5 * 365 * 24 * 60 * 60;

/** Deletes up to so many items of a table that have expired, as DynamoDB does some time after; how many. */
export const expire = (store: Store, name: string, portion: number): number => {
  const table = store.tables.find(name)?.shape;
  if (!table || table.expiry === undefined) return 0;
  const second = Math.floor(store.now() / 1000);
  return store.database.transaction(() => {
    const rows = [
      ...store.database.rows<NotedRow>(
        `SELECT h, p, s, expires, item FROM ${itemsOf(table)} WHERE expires < ? AND expires > ? ORDER BY expires LIMIT ?`,
        ...[second, second - past_seconds_max, portion],
      ),
    ];
    for (const row of rows) {
      const item = unpackedText(row.item);
      // A row that is not noted yet may say what another attribute said.
      if (expirySecond(table, item) !== row.expires) note(store.database, table, row);
      else apply(store, { table, ...found(store, table, item), after: undefined }, timeToLive);
    }
    return rows.length;
  });
};
