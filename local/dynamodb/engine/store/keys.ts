import { validationError } from '../../../errors.ts';
import { isObject } from '../../../json-protocol.ts';
import { keyBytes, noBytes, partitionHash } from '../values/key-bytes.ts';
import { type Attributes, attribute, storedItem, type Value, valueType } from '../values/value.ts';
import { type IndexShape, keyNames, type TableShape } from './shapes.ts';

/** Where an item lies among the rows of a table: hash, partition, sort key. */
export type RowKey = readonly [hash: number, partition: Buffer, sort: Buffer];

const partition_bytes_max = 2_048;
const sort_bytes_max = 1_024;

/** The key of a request as it is stored; throws a ValidationException where it is not the table's. */
export const keyIn = (table: TableShape, given: unknown): Attributes => {
  const key = isObject(given) ? storedItem(given) : {};
  const names = keyNames(table);
  const fits = names.every((name) => {
    const value = attribute(key, name);
    return value !== undefined && valueType(value) === table.typeOf(name);
  });
  if (!fits || Object.keys(key).length !== names.length)
    throw validationError('The provided key element does not match the schema');
  return key;
};

/** The row of an item or a key; throws a ValidationException where an item does not have the table's key. */
export const rowKeyOf = (table: TableShape, item: Attributes): RowKey => {
  for (const name of keyNames(table)) {
    const value = attribute(item, name);
    if (value === undefined) throw invalid(`Missing the key ${name} in the item`);
    if (valueType(value) !== table.typeOf(name))
      throw invalid(
        `Type mismatch for key ${name} expected: ${table.typeOf(name)} actual: ${valueType(value)}`,
      );
    assertNotEmpty(value, `Key: ${name}`);
  }
  const [partition, sort] = [
    item[table.hash] as Value,
    table.range === undefined ? undefined : item[table.range],
  ];
  return rowOf(partition, sort);
};

const rowOf = (partition: Value, sort: Value | undefined): RowKey => {
  const [first, second] = [keyBytes(partition), sort ? keyBytes(sort) : noBytes];
  if (first.length > partition_bytes_max)
    throw invalid(
      `Size of hashkey has exceeded the maximum size limit of${partition_bytes_max} bytes`,
    );
  if (second.length > sort_bytes_max)
    throw invalid(
      `Aggregated size of all range keys has exceeded the size limit of ${sort_bytes_max} bytes`,
    );
  return [partitionHash(first), first, second];
};

/** The row of an item in an index; undefined where the index does not have it. Throws where a key is of another type. */
export const indexRowOf = (index: IndexShape, item: Attributes): RowKey | undefined => {
  const values = keyNames(index).map((name) => attribute(item, name));
  for (const [place, name] of keyNames(index).entries()) {
    const value = values[place];
    if (value === undefined) continue;
    if (valueType(value) !== index.typeOf(name))
      throw invalid(
        `Type mismatch for Index Key ${name} Expected: ${index.typeOf(name)} Actual: ${valueType(value)} IndexName: ${index.name}`,
      );
    assertNotEmpty(
      value,
      `IndexName: ${index.name}, IndexKey: ${name}`,
      'A value specified for a secondary index key is not supported. ',
    );
  }
  const [partition, sort] = values;
  if (partition === undefined || (index.range !== undefined && sort === undefined))
    return undefined;
  return rowOf(partition, sort);
};

const assertNotEmpty = (value: Value, where: string, what = ''): void => {
  if (value.S !== '' && value.B !== '') return;
  throw validationError(
    `One or more parameter values are not valid. ${what}The AttributeValue for a key attribute cannot contain an ` +
      `empty ${value.S === '' ? 'string' : 'binary'} value. ${where}`,
  );
};

const invalid = (what: string) =>
  validationError(`One or more parameter values were invalid: ${what}`);
