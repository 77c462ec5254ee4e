import { AwsError } from '../aws-error.ts';
import { type MessageAttributes, sizeOf } from './message.ts';
import { message_bytes_max } from './settings.ts';

/** An entry of a batch; what it may be besides is known to the operation. */
export type Identified = {
  readonly Id?: string;
  readonly MessageBody?: string;
  readonly MessageAttributes?: MessageAttributes;
};

/** Runs each entry by itself: one that is refused fails alone. Throws the AwsError of a batch that is none. */
export const batch = <E extends Identified>(entries: readonly E[] = [], run: (entry: E) => object) => {
  checkBatch(entries);
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entries) {
    try {
      Successful.push({ Id: entry.Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id: entry.Id, SenderFault: true, Code: error.code, Message: error.message });
    }
  }
  return { Successful, ...(Failed.length > 0 && { Failed }) };
};

const entries_max = 10;

const checkBatch = (entries: readonly Identified[]): void => {
  if (entries.length === 0) throw refused('EmptyBatchRequest', 'There should be at least one entry in the request.');
  if (entries.length > entries_max)
    throw refused(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are ${entries_max}. You have sent ${entries.length}.`,
    );
  const ids = new Set<string>();
  for (const { Id = '' } of entries) {
    if (!/^[A-Za-z0-9_-]{1,80}$/.test(Id))
      throw refused(
        'InvalidBatchEntryId',
        'A batch entry id can only contain alphanumeric characters, hyphens and underscores, and at most 80 of them.',
      );
    if (ids.has(Id)) throw refused('BatchEntryIdsNotDistinct', `Id ${Id} repeated.`);
    ids.add(Id);
  }
  const bytes = entries.reduce((sum, entry) => sum + sizeOf(bodyOf(entry)), 0);
  if (bytes > message_bytes_max)
    throw refused(
      'BatchRequestTooLong',
      `Batch requests cannot be longer than ${message_bytes_max} bytes. You have sent ${bytes} bytes.`,
    );
};

const bodyOf = ({ MessageBody, MessageAttributes }: Identified) => ({
  body: MessageBody ?? '',
  attributes: MessageAttributes,
});

const refused = (code: string, message: string): AwsError => new AwsError(400, code, message);
