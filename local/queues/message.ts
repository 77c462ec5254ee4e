import { createHash, randomUUID } from 'node:crypto';

/** What a sender gives a queue. */
export type Draft = {
  readonly body: string;
  readonly attributes?: MessageAttributes | undefined;
  /** Of a standard queue: whose messages these are, so that one sender's flood does not hold up the others. */
  readonly group?: string | undefined;
  /** `AWSTraceHeader` */
  readonly trace?: string | undefined;
  /** Who sent it, as `SenderId` tells. */
  readonly sender: string;
};

/** As the API spells one. */
export type MessageAttribute = {
  readonly DataType: string;
  readonly StringValue?: string;
  /** Base64. */
  readonly BinaryValue?: string;
};

export type MessageAttributes = Readonly<Record<string, MessageAttribute>>;

/** A message while a queue holds it. The members that change belong to the queue. */
export type Message = Draft & {
  readonly id: string;
  /** Milliseconds since 1970, as all times here. */
  readonly sentAt: number;
  /** Until then nobody receives it: it is delayed, or somebody has it. */
  visibleAt: number;
  receives: number;
  firstReceivedAt?: number;
  /** The handle of its latest receive; older ones delete nothing. */
  receipt?: string;
  /** Somebody has received it and `visibleAt` has not come. */
  inFlight: boolean;
  /** Arn of the queue that gave it up. */
  source?: string;
};

/** A message that nobody has received yet. */
export const newMessage = (draft: Draft, now: number, delay_ms: number): Message => ({
  ...draft,
  id: randomUUID(),
  sentAt: now,
  visibleAt: now + delay_ms,
  receives: 0,
  inFlight: false,
});

/** As MD5OfMessageBody: 32 hex digits. */
export const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');

/**
 * As MD5OfMessageAttributes: over names in order, data types and values, each with its length before it; undefined where
 * there are none.
 */
export const md5OfAttributes = (attributes: MessageAttributes = {}): string | undefined => {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return undefined;
  const hash = createHash('md5');
  for (const name of names) {
    const { DataType, StringValue, BinaryValue } = attributes[name] as MessageAttribute;
    hash.update(measured(name)).update(measured(DataType));
    if (StringValue === undefined) hash.update(Buffer.of(2)).update(measured(Buffer.from(BinaryValue ?? '', 'base64')));
    else hash.update(Buffer.of(1)).update(measured(StringValue));
  }
  return hash.digest('hex');
};

/** What counts against the limit of a message: its body and all of its attributes. */
export const sizeOf = ({ body, attributes = {} }: Pick<Draft, 'body' | 'attributes'>): number =>
  Object.entries(attributes).reduce(
    (sum, [name, { DataType, StringValue, BinaryValue }]) =>
      sum +
      Buffer.byteLength(name) +
      Buffer.byteLength(DataType) +
      Buffer.byteLength(StringValue ?? '') +
      Buffer.byteLength(BinaryValue ?? '', 'base64'),
    Buffer.byteLength(body),
  );

const measured = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};
