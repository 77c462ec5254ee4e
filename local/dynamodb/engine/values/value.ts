import { AwsError, validationError } from '../../../errors.ts';
import { isObject } from '../../../json-protocol.ts';
import { canonical } from './decimal.ts';

/** A value as DynamoDB's JSON writes it: an object with its type as the only member. */
export type Value = {
  readonly S?: string;
  readonly N?: string;
  readonly B?: string;
  readonly BOOL?: boolean;
  readonly NULL?: boolean;
  readonly SS?: readonly string[];
  readonly NS?: readonly string[];
  readonly BS?: readonly string[];
  readonly L?: readonly Value[];
  readonly M?: Attributes;
};

export type ValueType = keyof Value;

export type Attributes = Readonly<Record<string, Value>>;

export type KeyType = 'S' | 'N' | 'B';

/** The type of a value. */
export const valueType = (value: Value): ValueType => {
  for (const type in value) return type as ValueType;
  throw new Error('A value has no type.');
};

/** An attribute of an item, whatever objects inherit: `constructor` is a name like any other. */
export const attribute = (item: Attributes | undefined, name: string): Value | undefined =>
  item !== undefined && Object.hasOwn(item, name) ? item[name] : undefined;

/** The item with one attribute more, or another one. */
export const withAttribute = (item: Attributes, name: string, value: Value): Attributes =>
  Object.fromEntries([...Object.entries(item).filter(([other]) => other !== name), [name, value]]);

export const withoutAttribute = (item: Attributes, name: string): Attributes =>
  Object.fromEntries(Object.entries(item).filter(([other]) => other !== name));

const depth_max = 32;

/** The values that somebody sent, each as it is stored; throws a ValidationException for what is none. */
export const storedItem = (given: unknown, depth = 0): Attributes => {
  if (!isObject(given)) throw unexpected();
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, storedValue(value, depth)]),
  );
};

/** One value that somebody sent. */
export const storedValue = (given: unknown, depth = 0): Value => {
  if (!isObject(given)) throw unexpected();
  const members = Object.entries(given).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const [first] = members;
  if (!first || members.some(([type]) => !Object.hasOwn(readers, type)))
    throw validationError(
      'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes',
    );
  if (members.length > 1)
    throw validationError(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    );
  if (depth > depth_max) throw validationError('Nesting Levels have exceeded supported limits');
  const [type, value] = first as [ValueType, unknown];
  return { [type]: readers[type](value, depth) };
};

const unexpected = (): AwsError =>
  new AwsError(400, 'SerializationException', 'Unexpected value type in payload');

const textIn = (value: unknown): string => {
  if (typeof value !== 'string') throw unexpected();
  return value;
};

const binaryIn = (value: unknown): string => {
  const text = textIn(value);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0)
    throw new AwsError(400, 'SerializationException', 'A binary value is no Base64.');
  return text;
};

const flagIn = (value: unknown): boolean => {
  if (typeof value !== 'boolean') throw unexpected();
  return value;
};

const setIn = (
  value: unknown,
  read: (member: unknown) => string,
  empty: string,
  duplicates: Duplicates,
) => {
  if (!Array.isArray(value)) throw unexpected();
  if (value.length === 0) throw invalid(empty);
  const members = value.map(read);
  if (new Set(members).size < members.length) throw duplicates(members);
  return members;
};

type Duplicates = (members: readonly string[]) => AwsError;

const invalid = (what: string) =>
  validationError(`One or more parameter values were invalid: ${what}`);

const readers: Readonly<Record<ValueType, (value: unknown, depth: number) => unknown>> = {
  S: textIn,
  N: (value) => canonical(textIn(value)),
  B: binaryIn,
  BOOL: flagIn,
  NULL: (value) => {
    if (!flagIn(value)) throw invalid('Null attribute value types must have the value of true');
    return true;
  },
  SS: (value) =>
    setIn(value, textIn, 'An string set  may not be empty', (members) =>
      invalid(`Input collection [${members.join(', ')}] contains duplicates.`),
    ),
  NS: (value) =>
    setIn(
      value,
      (one) => canonical(textIn(one)),
      'An number set  may not be empty',
      () => validationError('Input collection contains duplicates'),
    ),
  BS: (value) =>
    setIn(value, binaryIn, 'Binary sets should not be empty', (members) =>
      invalid(`Input collection [${members.join(', ')}]of type BS contains duplicates.`),
    ),
  L: (value, depth) => {
    if (!Array.isArray(value)) throw unexpected();
    return value.map((one) => storedValue(one, depth + 1));
  },
  M: (value, depth) => storedItem(value, depth + 1),
};
