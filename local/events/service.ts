import { randomUUID } from 'node:crypto';
import { account } from '../assembly.ts';
import type { Access, AwsCall, AwsService } from '../aws-service.ts';
import { AwsError, validationError } from '../errors.ts';
import type { Iam } from '../iam/iam.ts';
import { accountIn, assertAdmitted } from '../iam/resource-policy.ts';
import { inputOf, jsonAnswer, objectIn, targetOperation } from '../json-protocol.ts';
import type { Schedules } from '../schedules.ts';
import type { Buses } from './buses.ts';
import { busOperation, ownerAccess } from './owner-operations.ts';
import { isRuleOperation, ruleAccess, ruleOperation } from './rule-operations.ts';
import type { BusEvent } from './transform.ts';

/**
 * EventBridge: events put on the buses of the templates, and on those of other accounts, which their owners create; and the
 * rules with a schedule, which can be disabled.
 */
export const eventsService = (
  buses: Buses,
  { roleArnOf }: Pick<Iam, 'roleArnOf'>,
  schedules: () => Schedules,
): AwsService => ({
  name: 'events',
  operation: targetOperation,
  accesses: (call) => {
    if (isRuleOperation(call)) return [ruleAccess(call)];
    if (call.operation !== 'PutEvents') return [ownerAccess(buses, call)];
    const { principal } = call;
    const byBus = Map.groupBy(entriesOf(call), (entry) => busOf(buses, call, entry));
    const accesses = [...byBus].map(([bus, entries]) => accessTo(bus, entries));
    if (principal.kind === 'function')
      for (const access of accesses)
        assertAdmitted(buses.policyOf(access.resource), access, roleArnOf(principal.functionName));
    return accesses;
  },
  handle: async (call) => {
    if (isRuleOperation(call)) return jsonAnswer(ruleOperation(schedules(), call), '1.1');
    if (call.operation !== 'PutEvents') return jsonAnswer(busOperation(buses, call), '1.1');
    const entries = entriesOf(call);
    const bytes = entries.reduce((sum, entry) => sum + bytesOf(entry), 0);
    if (bytes > request_bytes_max)
      throw validationError('Total size of the entries in the request is over the limit.');
    const Entries = entries.map((entry) => put(buses, call, entry));
    return jsonAnswer(
      { FailedEntryCount: Entries.filter((entry) => 'ErrorCode' in entry).length, Entries },
      '1.1',
    );
  },
});

const busOf = (buses: Buses, { region, principal }: AwsCall, { EventBusName }: Entry): string =>
  buses.arnOf(EventBusName, region, principal.kind === 'account' ? principal.account : undefined);

const accessTo = (resource: string, entries: readonly Entry[]): Access => ({
  action: 'events:PutEvents',
  resource,
  context: {
    'aws:ResourceAccount': accountIn(resource),
    'events:source': entries.map(({ Source = '' }) => Source),
    'events:detail-type': entries.map(({ DetailType = '' }) => DetailType),
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
  const { Entries } = inputOf(call);
  const entries = (Array.isArray(Entries) ? Entries : []) as Entry[];
  if (entries.length >= 1 && entries.length <= 10) return entries;
  const limit = entries.length < 1 ? 'greater than or equal to 1' : 'less than or equal to 10';
  const failed = "Value at 'entries' failed to satisfy constraint";
  throw validationError(`1 validation error detected: ${failed}: Member must have length ${limit}`);
};

/** As the user guide counts: the time is 14 bytes. */
const bytesOf = ({
  Source = '',
  DetailType = '',
  Detail = '',
  Resources = [],
  Time,
}: Entry): number =>
  [Source, DetailType, Detail, ...Resources].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    Time ? 14 : 0,
  );

/** Each entry succeeds or fails by itself. */
const put = (buses: Buses, call: AwsCall, entry: Entry): object => {
  const bus = busOf(buses, call, entry);
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
  if (source.startsWith('aws.'))
    throw invalid('NotAuthorizedForSourceException', 'Not authorized for the source.');
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': required(entry, 'DetailType'),
    source,
    account,
    time: new Date(entry.Time === undefined ? Date.now() : entry.Time * 1_000)
      .toISOString()
      .replace(/\.\d+/, ''),
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
