import * as sdk from '@aws-sdk/client-dynamodb';
import { marshall, type marshallOptions, unmarshall } from '@aws-sdk/util-dynamodb';
import { AwsError } from '../../local/errors.ts';

/** A call of DynamoDB's JSON protocol; throws an AwsError. */
export type EngineCall = (operation: string, input: object) => object;

/** A command of the document client. */
export type DocumentCommand = { readonly input: object };

type Attributes = Parameters<typeof unmarshall>[0];

/**
 * Executes a command of the service's document client on an engine in this process: marshalled and read by the SDK's own
 * functions, without HTTP, signatures and retries. Throws the SDK's errors.
 */
export const execute = (
  call: EngineCall,
  { constructor: { name }, input }: DocumentCommand,
): object => {
  const operation = operations[name];
  if (operation === undefined) throw new Error(`No test database executes ${name}.`);
  try {
    return withPlain(call(operation, marshalled(input) as object)) as object;
  } catch (error) {
    throw error instanceof AwsError ? thrownBySdk(error) : error;
  }
};

/** The operations of the commands. */
const operations: Readonly<Record<string, string>> = {
  GetCommand: 'GetItem',
  PutCommand: 'PutItem',
  UpdateCommand: 'UpdateItem',
  DeleteCommand: 'DeleteItem',
  QueryCommand: 'Query',
  ScanCommand: 'Scan',
  BatchGetCommand: 'BatchGetItem',
  BatchWriteCommand: 'BatchWriteItem',
  TransactWriteCommand: 'TransactWriteItems',
  TransactGetCommand: 'TransactGetItems',
};

/** As functions/core/dynamodb/client.ts has it. */
const options: marshallOptions = { removeUndefinedValues: true };

const attributeMaps = new Set([
  'Item',
  'Key',
  'Attributes',
  'ExpressionAttributeValues',
  'ExclusiveStartKey',
  'LastEvaluatedKey',
]);
const attributeLists = new Set(['Items', 'Keys']);

/** A request in DynamoDB's JSON. */
const marshalled = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(marshalled);
  return changed(value, (member, name) => {
    if (attributeMaps.has(name)) return member && attributesOf(member as object);
    return attributeLists.has(name) ? (member as object[]).map(attributesOf) : marshalled(member);
  });
};

/** An item in DynamoDB's JSON. */
export const attributesOf = (item: object): object => withBase64(marshall(item, options)) as object;

/** The item of DynamoDB's JSON. */
export const itemOf = (attributes: object): Record<string, unknown> =>
  unmarshall(withBytes(attributes) as Attributes);

const withPlain = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withPlain);
  return changed(value, (member, name) => {
    if (attributeMaps.has(name)) return itemOf(member as object);
    if (attributeLists.has(name)) return (member as object[]).map(itemOf);
    // A BatchGetItem answers items, a TransactGetItems objects that have one.
    if (name === 'Responses' && !Array.isArray(member))
      return changed(member as object, (items) => (items as object[]).map(itemOf));
    return withPlain(member);
  });
};

type SdkError = new (options: object) => Error;

const errors = sdk as unknown as Readonly<Record<string, SdkError | undefined>>;

/** The error that the SDK throws for an answer of the service; the document client leaves items in it as they are. */
const thrownBySdk = ({ code, message, status, members }: AwsError): Error => {
  const shared = {
    message,
    $fault: status < 500 ? 'client' : 'server',
    $metadata: { httpStatusCode: status },
  };
  const Thrown = errors[code];
  return Thrown
    ? new Thrown({ ...shared, ...(withBytes(members) as object) })
    : new sdk.DynamoDBServiceException({ ...shared, name: code } as never);
};

/** Bytes as JSON has them. */
export const withBase64 = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return Array.isArray(value) ? value.map(withBase64) : changed(value, withBase64);
};

/** Bytes as the SDK has them. An attribute may be called `B` or `BS`: its value is an object. */
const withBytes = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withBytes);
  const { B, BS } = value as { readonly B?: unknown; readonly BS?: unknown };
  if (typeof B === 'string') return { B: bytesOf(B) };
  return Array.isArray(BS) ? { BS: BS.map(bytesOf) } : changed(value, withBytes);
};

const changed = (value: object, change: (member: unknown, name: string) => unknown): object => {
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) copy[name] = change(member, name);
  return copy;
};

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
