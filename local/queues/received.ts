import { type Message, type MessageAttributes, md5, md5OfAttributes } from './message.ts';

/** What a receiver wants to see besides the body. */
export type Wanted = {
  /** The older name of MessageSystemAttributeNames. */
  readonly AttributeNames?: readonly string[];
  readonly MessageSystemAttributeNames?: readonly string[];
  readonly MessageAttributeNames?: readonly string[];
};

/** A received message as ReceiveMessage shows it. */
export const received = (message: Message, wanted: Wanted) => {
  const system = pick(systemAttributes(message), [
    ...(wanted.AttributeNames ?? []),
    ...(wanted.MessageSystemAttributeNames ?? []),
  ]);
  const own = pick(message.attributes ?? {}, wanted.MessageAttributeNames ?? []);
  return {
    MessageId: message.id,
    ReceiptHandle: message.receipt,
    Body: message.body,
    MD5OfBody: md5(message.body),
    Attributes: system,
    MessageAttributes: own,
    // Over what is shown, so that the receiver can verify it.
    MD5OfMessageAttributes: md5OfAttributes(own),
  };
};

/** What a queue knows of a message, as texts. */
export const systemAttributes = (message: Message): Record<string, string> => ({
  ApproximateReceiveCount: String(message.receives),
  SentTimestamp: String(message.sentAt),
  SenderId: message.sender,
  ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt ?? message.sentAt),
  ...(message.group !== undefined && { MessageGroupId: message.group }),
  ...(message.trace !== undefined && { AWSTraceHeader: message.trace }),
  ...(message.source !== undefined && { DeadLetterQueueSourceArn: message.source }),
});

/** Names may be `All`, `.*`, a name, or the beginning of names with `.*` after it. */
const pick = <T extends string | MessageAttributes[string]>(
  attributes: Readonly<Record<string, T>>,
  names: readonly string[],
): Record<string, T> | undefined => {
  const wants = (name: string): boolean =>
    names.some(
      (wanted) =>
        wanted === 'All' || wanted === name || (wanted.endsWith('.*') && name.startsWith(wanted.slice(0, -2))),
    );
  const picked = Object.entries(attributes).filter(([name]) => wants(name));
  return picked.length === 0 ? undefined : Object.fromEntries(picked);
};
