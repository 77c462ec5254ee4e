import { AwsError } from '../aws-error.ts';
import type { Input } from './checks.ts';

/** What a batch answers: each entry succeeded or failed by itself. */
export type BatchAnswer = {
  readonly Successful: readonly object[];
  readonly Failed: readonly {
    readonly Id: string;
    readonly SenderFault: boolean;
    readonly Code: string;
    readonly Message: string;
  }[];
};

/** Does one thing for each entry; throws for a batch that SQS refuses as a whole. */
export const inBatch = (input: Input, one: (entry: Input) => object): BatchAnswer => {
  const Successful: object[] = [];
  const Failed: BatchAnswer['Failed'][number][] = [];
  for (const entry of entriesOf(input)) {
    const Id = String(entry.Id);
    try {
      Successful.push({ Id, ...one(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id, SenderFault: true, Code: error.code, Message: error.message });
    }
  }
  return { Successful, Failed };
};

/** One to ten, each with an id of its own. */
export const entriesOf = ({ Entries }: Input): Input[] => {
  const entries = (Array.isArray(Entries) ? Entries : []) as Input[];
  const refuse = (code: string, message: string): never => {
    throw new AwsError(400, code, message);
  };
  if (entries.length === 0)
    refuse('EmptyBatchRequest', 'There should be at least one SendMessageBatchRequestEntry in the request.');
  if (entries.length > 10) {
    refuse(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are 10. You have sent ${entries.length}.`,
    );
  }
  const ids = entries.map(({ Id }) => String(Id ?? ''));
  if (ids.some((id) => !/^[A-Za-z0-9_-]{1,80}$/.test(id))) {
    const rule = 'A batch entry id can only contain alphanumeric characters, hyphens and underscores.';
    refuse('InvalidBatchEntryId', `${rule} It can be at most 80 letters long.`);
  }
  const twice = ids.find((id, position) => ids.indexOf(id) !== position);
  if (twice !== undefined) refuse('BatchEntryIdsNotDistinct', `Id ${twice} repeated.`);
  return entries;
};
