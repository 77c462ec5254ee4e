import { createHash } from 'node:crypto';
import { type Input, invalid } from './checks.ts';
import type { MessageAttribute } from './queues.ts';

export type Attributes = Readonly<Record<string, MessageAttribute>>;

/** Those that a sender gives; throws InvalidParameterValue for what SQS does not take. */
export const attributesOf = (input: Input): Attributes => {
  const given = Object.entries((input.MessageAttributes ?? {}) as Record<string, Partial<MessageAttribute>>);
  if (given.length > 10) throw invalid('MessageAttributes', given.length, 'A message has at most 10 attributes.');
  return Object.fromEntries(given.map(([name, attribute]) => [name, checked(name, attribute)]));
};

/** What MD5OfMessageAttributes says of them, as the developer guide of SQS describes; undefined when there are none. */
export const md5Of = (attributes: Attributes): string | undefined => {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return undefined;
  const hash = createHash('md5');
  const add = (value: Buffer): void => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(value.length);
    hash.update(length).update(value);
  };
  for (const name of names) {
    const attribute = attributes[name];
    if (!attribute) continue;
    add(Buffer.from(name));
    add(Buffer.from(attribute.DataType));
    hash.update(Buffer.from([attribute.StringValue === undefined ? 2 : 1]));
    add(contentOf(attribute));
  }
  return hash.digest('hex');
};

/** How much of the size limit they take. */
export const bytesOf = (attributes: Attributes): number =>
  Object.entries(attributes)
    .map(([name, it]) => Buffer.byteLength(name) + Buffer.byteLength(it.DataType) + contentOf(it).length)
    .reduce((sum, bytes) => sum + bytes, 0);

/** Those that a receiver asks for: `All`, `.*`, names, or the beginning of names as in `trace.*`. */
export const chosen = (attributes: Attributes, asked: readonly string[]): Attributes => {
  const wanted = (name: string): boolean =>
    asked.some((each) => {
      if (each === 'All' || each === '.*' || each === name) return true;
      return each.endsWith('.*') && name.startsWith(each.slice(0, -1));
    });
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => wanted(name)));
};

const checked = (name: string, { DataType = '', StringValue, BinaryValue }: Partial<MessageAttribute>) => {
  if (!/^[A-Za-z0-9_.-]{1,256}$/.test(name)) throw invalid('MessageAttributes', name, 'Not a name of an attribute.');
  const type = DataType.split('.')[0];
  if (type === 'Binary' && BinaryValue) return { DataType, BinaryValue };
  const numeric = type === 'Number' && StringValue?.trim() && Number.isFinite(Number(StringValue));
  if ((numeric || type === 'String') && StringValue) return { DataType, StringValue };
  throw invalid('MessageAttributes', name, 'Its type is not String, Number or Binary with a value of that type.');
};

const contentOf = ({ StringValue, BinaryValue = '' }: MessageAttribute): Buffer =>
  StringValue === undefined ? Buffer.from(BinaryValue, 'base64') : Buffer.from(StringValue);
