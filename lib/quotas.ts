/** Default quotas of AWS for an account in a region, as published in 2026-11. Most can be raised: Service Quotas. */

type EventBridgeQuota = {
  /** Requests of PutEvents a second. */
  readonly puts: number;
  /** Events a second that rules pass on; more are delayed. */
  readonly invocations: number;
};

const fast: EventBridgeQuota = { puts: 10_000, invocations: 18_750 };
const middle: EventBridgeQuota = { puts: 2_400, invocations: 4_500 };
const slow: EventBridgeQuota = { puts: 1_200, invocations: 2_250 };
const slowest: EventBridgeQuota = { puts: 400, invocations: 750 };

const eventBridge: Readonly<Record<string, EventBridgeQuota>> = {
  'us-east-1': fast,
  'us-west-2': fast,
  'eu-west-1': fast,
  'us-east-2': middle,
  'eu-central-1': middle,
  'us-west-1': slow,
  'ap-northeast-1': slow,
  'ap-southeast-1': slow,
  'ap-southeast-2': slow,
  'eu-west-2': slow,
  'af-south-1': slowest,
  'ap-northeast-3': slowest,
  'ap-southeast-3': slowest,
  'eu-south-1': slowest,
};

/** The quota of EventBridge (docs.aws.amazon.com/eventbridge, eb-quota). */
export const eventBridgeQuota = (region: string): EventBridgeQuota =>
  eventBridge[region] ?? { puts: 600, invocations: 1_100 };

/** Events of one PutEvents; EventBridge takes no more. */
export const put_entries_max = 10;

/** Events a second that EventBridge of a region takes and passes on to one rule, unless its quotas are raised. */
export const eventsPerSecond = (region: string): number => {
  const { puts, invocations } = eventBridgeQuota(region);
  return Math.min(puts * put_entries_max, invocations);
};

/** Encryptions and MACs a second (docs.aws.amazon.com/kms, requests-per-second). */
export const kmsQuota = (region: string): number => {
  if (['us-east-1', 'us-west-2', 'eu-west-1'].includes(region)) return 100_000;
  const middling = [
    'us-east-2',
    'ap-southeast-1',
    'ap-southeast-2',
    'ap-northeast-1',
    'eu-central-1',
    'eu-west-2',
  ];
  return middling.includes(region) ? 20_000 : 10_000;
};

/** The quotas that are the same, or nearly, in every region. */
export const quotas = {
  /** Requests a second of all APIs; newer regions have 2 500. */
  gateway_requests: 10_000,
  /** Executions of functions at a time. */
  lambda_executions: 1_000,
  /** Write units a second of a table with its indexes. */
  table_write_units: 40_000,
  /** Write units a second that a new table on demand takes at once, and each of its indexes. */
  new_table_write_units: 4_000,
  /** Write units a second of a partition; nobody can raise it. */
  partition_write_units: 1_000,
  /** Messages of a queue that somebody has taken. */
  messages_in_flight: 120_000,
} as const;
