import { validationError } from '../aws-error.ts';
import type { Effect, Faults } from '../faults.ts';
import type { Bus, Buses } from './buses.ts';
import type { Happening } from './event.ts';

/** One entry of PutEvents. */
export type Entry = {
  readonly Source?: string;
  readonly DetailType?: string;
  readonly Detail?: string;
  readonly EventBusName?: string;
  readonly Resources?: readonly string[];
  /** Seconds since 1970. */
  readonly Time?: number;
  readonly TraceHeader?: string;
};

type Result = { readonly EventId: string } | Failed;
type Failed = { readonly ErrorCode: string; readonly ErrorMessage: string };

/** Puts each entry by itself: one that fails says so in its place, and the call succeeds. */
export const putEvents = (entries: readonly Entry[], region: string, buses: Buses, faults: Faults) => {
  checkRequest(entries);
  const Entries = entries.map((entry) => putOne(entry, region, buses, faults));
  return { FailedEntryCount: Entries.filter((result) => 'ErrorCode' in result).length, Entries };
};

const entries_max = 10;

/** Of all entries of a request together (EventBridge quotas). */
export const request_bytes_max = 1024 * 1024;

const checkRequest = (entries: readonly Entry[]): void => {
  const constraint =
    "1 validation error detected: Value at 'entries' failed to satisfy constraint: Member must have length";
  if (entries.length === 0) throw validationError(`${constraint} greater than or equal to 1`);
  if (entries.length > entries_max) throw validationError(`${constraint} less than or equal to ${entries_max}`);
  const bytes = entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
  if (bytes > request_bytes_max) throw validationError('Total size of the entries in the request is over the limit.');
};

/** As EventBridge counts: a time is 14 bytes, every text its UTF-8. */
const sizeOf = ({ Time, Source = '', DetailType = '', Detail = '', Resources = [] }: Entry): number =>
  [Source, DetailType, Detail, ...Resources].reduce((sum, text) => sum + Buffer.byteLength(text), 0) +
  (Time === undefined ? 0 : 14);

const putOne = (entry: Entry, region: string, buses: Buses, faults: Faults): Result => {
  const happening = happeningOf(entry, region);
  if ('ErrorCode' in happening) return happening;
  const bus = buses.find(entry.EventBusName ?? 'default', region);
  if (!bus) return failed('InvalidArgument', `Event bus ${entry.EventBusName} does not exist.`);
  return putUnder(faults, bus, happening, entry.Detail ?? '');
};

const putUnder = (faults: Faults, bus: Bus, happening: Happening, body: string): Result => {
  const effects = faults.match({ service: 'bus', operation: bus.name, body: Buffer.from(body) }, strikesEntries);
  if (effects.includes('throttle')) return failed('ThrottlingException', 'Rate exceeded');
  if (effects.includes('unavailable')) return failed('InternalFailure', 'Internal Service Failure');
  const event = bus.put(happening);
  return { EventId: event.id };
};

/** Whether an effect is one that single entries suffer. */
const strikesEntries = (effect: Effect): boolean => effect === 'throttle' || effect === 'unavailable';

const happeningOf = (entry: Entry, region: string): Happening | Failed => {
  const { Source: source, DetailType: detailType, Detail, Resources: resources, Time } = entry;
  if (!source) return required('Source');
  if (!detailType) return required('DetailType');
  if (!Detail) return required('Detail');
  if (source.startsWith('aws.')) return failed('NotAuthorizedForSourceException', 'Not authorized for the source.');
  const detail = objectIn(Detail);
  if (!detail) return failed('MalformedDetail', 'Detail is malformed.');
  return {
    source,
    detailType,
    detail,
    region,
    resources,
    time: Time === undefined ? undefined : new Date(Time * 1000),
  };
};

const required = (name: string): Failed =>
  failed('InvalidArgument', `Parameter ${name} is not valid. Reason: ${name} is a required argument.`);

const failed = (ErrorCode: string, ErrorMessage: string): Failed => ({ ErrorCode, ErrorMessage });

const objectIn = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
