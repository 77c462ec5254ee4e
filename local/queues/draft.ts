import { AwsError } from '../aws-error.ts';
import { type Draft, type MessageAttributes, sizeOf } from './message.ts';
import { message_bytes_max, type QueueSettings } from './settings.ts';

/** One message as SendMessage and an entry of SendMessageBatch spell it. */
export type Sending = {
  readonly MessageBody?: string;
  readonly DelaySeconds?: number;
  readonly MessageAttributes?: MessageAttributes;
  readonly MessageSystemAttributes?: MessageAttributes;
  readonly MessageGroupId?: string;
  readonly MessageDeduplicationId?: string;
};

/** A message that the queue can take, and how long it is held back; throws the AwsError of one it cannot. */
export const draftOf = (
  sending: Sending,
  settings: Pick<QueueSettings, 'body_bytes_max'>,
  sender: string,
): { readonly draft: Draft; readonly delay_ms?: number } => {
  const { MessageBody: body, MessageAttributes: attributes, MessageGroupId: group, DelaySeconds } = sending;
  if (body === undefined || body === '') throw missing('MessageBody');
  if (!allowed.test(body)) throw new AwsError(400, 'InvalidMessageContents', 'Invalid characters found.');
  if (sending.MessageDeduplicationId !== undefined)
    throw invalid('The request includes a parameter that is not valid for this queue type: MessageDeduplicationId');
  if (group !== undefined && !/^[\x21-\x7e]{1,128}$/.test(group))
    throw invalid('MessageGroupId can only include alphanumeric and punctuation characters. 1 to 128 in length.');
  checkAttributes(attributes ?? {});
  const draft = {
    body,
    attributes,
    group,
    trace: sending.MessageSystemAttributes?.AWSTraceHeader?.StringValue,
    sender,
  };
  const bytes_max = Math.min(settings.body_bytes_max, message_bytes_max);
  if (sizeOf(draft) > bytes_max) throw invalid(`One or more parameters are invalid. Reason: ${tooLong(bytes_max)}`);
  if (DelaySeconds === undefined) return { draft };
  return { draft, delay_ms: within('DelaySeconds', DelaySeconds, 0, 900) * 1000 };
};

/** A parameter that must be a whole number within bounds; throws the AwsError of one that is not. */
export const within = (name: string, value: unknown, least: number, most: number): number => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw invalid(
    `Value ${value} for parameter ${name} is invalid. Reason: Must be >= ${least} and <= ${most}, if provided.`,
  );
};

/** The refusal of a request without a parameter that it needs. */
export const missing = (name: string): AwsError =>
  new AwsError(400, 'MissingParameter', `The request must contain the parameter ${name}.`);

/** The refusal of a parameter that cannot be what it is. */
export const invalid = (message: string): AwsError => new AwsError(400, 'InvalidParameterValue', message);

const tooLong = (bytes_max: number): string => `Message must be shorter than ${bytes_max} bytes.`;

/** The characters that XML can hold. */
const allowed = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;

const attributes_max = 10;

const checkAttributes = (attributes: MessageAttributes): void => {
  const entries = Object.entries(attributes);
  if (entries.length > attributes_max)
    throw invalid(`Number of message attributes [${entries.length}] exceeds the allowed maximum [${attributes_max}].`);
  for (const [name, { DataType, StringValue, BinaryValue }] of entries) {
    if (!/^(?!(?:aws|amazon)\.)(?!\.)(?!.*\.\.)[A-Za-z0-9_.-]{1,256}(?<!\.)$/i.test(name))
      throw invalid(`The message attribute name '${name}' is invalid.`);
    if (!/^(?:String|Number|Binary)(?:\.[^.]+)*$/.test(DataType) || DataType.length > 256)
      throw invalid(
        `The message attribute '${name}' has an invalid type: it must start with String, Number or Binary.`,
      );
    const value = DataType.startsWith('Binary') ? BinaryValue : StringValue;
    if (!value) throw invalid(`The message attribute '${name}' must contain a non-empty message attribute value.`);
    if (DataType.startsWith('Number') && !Number.isFinite(Number(value)))
      throw invalid(`Can't cast the value of message attribute '${name}' to a number.`);
  }
};
