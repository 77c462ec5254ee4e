import { randomUUID } from 'node:crypto';
import { account } from '../assembly.ts';
import type { AwsCall, AwsService } from '../aws-service.ts';
import { AwsError, unknownOperation, validationError } from '../errors.ts';
import { inputOf, jsonAnswer, objectIn, targetOperation } from '../json-protocol.ts';
import type { Buses } from './buses.ts';
import type { BusEvent } from './transform.ts';

/** EventBridge: events put on the buses of the templates. */
export const eventsService = (buses: Buses): AwsService => ({
  name: 'events',
  operation: targetOperation,
  accesses: (call) => {
    const arns = entriesOf(call).map(({ EventBusName }) => buses.arnOf(EventBusName, call.region));
    return [...new Set(arns)].map((resource) => ({ action: 'events:PutEvents', resource }));
  },
  handle: async (call) => {
    const entries = entriesOf(call);
    const bytes = entries.reduce((sum, entry) => sum + bytesOf(entry), 0);
    if (bytes > request_bytes_max) throw validationError('Total size of the entries in the request is over the limit.');
    const Entries = entries.map((entry) => put(buses, call, entry));
    return jsonAnswer({ FailedEntryCount: Entries.filter((entry) => 'ErrorCode' in entry).length, Entries }, '1.1');
  },
});

/** The limit of EventBridge for all entries of a request together: 1 MB, counted as 1,048,576 bytes. */
const request_bytes_max = 1024 * 1024;

type Entry = {
  readonly EventBusName?: string;
  readonly Source?: string;
  readonly DetailType?: string;
  readonly Detail?: string;
  readonly Resources?: readonly string[];
  /** In seconds. */
  readonly Time?: number;
};

const entriesOf = (call: AwsCall): readonly Entry[] => {
  if (call.operation !== 'PutEvents') throw unknownOperation(call.operation);
  const { Entries } = inputOf(call);
  const entries = (Array.isArray(Entries) ? Entries : []) as Entry[];
  if (entries.length >= 1 && entries.length <= 10) return entries;
  const limit = entries.length < 1 ? 'greater than or equal to 1' : 'less than or equal to 10';
  const failed = "Value at 'entries' failed to satisfy constraint";
  throw validationError(`1 validation error detected: ${failed}: Member must have length ${limit}`);
};

/** As the user guide counts: the time is 14 bytes. */
const bytesOf = ({ Source = '', DetailType = '', Detail = '', Resources = [], Time }: Entry): number =>
  [Source, DetailType, Detail, ...Resources].reduce((sum, text) => sum + Buffer.byteLength(text), Time ? 14 : 0);

/** Each entry succeeds or fails by itself. */
const put = (buses: Buses, call: AwsCall, entry: Entry): object => {
  const bus = buses.arnOf(entry.EventBusName, call.region);
  try {
    // AWS accepts such an event and drops it; here a misspelt name is an error.
    if (!buses.exists(bus)) throw invalid('InvalidArgument', `Event bus ${bus} does not exist.`);
    const event = eventOf(call, entry);
    buses.publish(bus, event);
    return { EventId: event.id };
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    return { ErrorCode: error.code, ErrorMessage: error.message };
  }
};

const eventOf = (call: AwsCall, entry: Entry): BusEvent => {
  const source = required(entry, 'Source');
  if (source.startsWith('aws.')) throw invalid('NotAuthorizedForSourceException', 'Not authorized for the source.');
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': required(entry, 'DetailType'),
    source,
    account,
    time: new Date(entry.Time === undefined ? Date.now() : entry.Time * 1_000).toISOString().replace(/\.\d+/, ''),
    region: call.region,
    resources: entry.Resources ?? [],
    detail: detailOf(required(entry, 'Detail')),
  };
};

const required = (entry: Entry, parameter: 'Source' | 'DetailType' | 'Detail'): string => {
  const value = entry[parameter];
  if (typeof value === 'string' && value !== '') return value;
  const reason = `Reason: ${parameter} is a required argument.`;
  throw invalid('InvalidArgument', `Parameter ${parameter} is not valid. ${reason}`);
};

const detailOf = (text: string): object => {
  const detail = objectIn(text);
  if (detail) return detail;
  throw invalid('MalformedDetail', 'Detail is malformed.');
};

const invalid = (code: string, message: string): AwsError => new AwsError(400, code, message);
