/** The namespace of our metrics in CloudWatch. */
export const metricsNamespace = 'financial-services';

/** Every metric: its unit, and its dimensions besides the environment. */
export const metrics = {
  /** Resources that were created, without retries. */
  created: { unit: 'Count', by: ['route'] },
  /** Requests that a function answered with an error. */
  refused: { unit: 'Count', by: ['code'] },
  /** Attempts of deliveries, by the status of the delivery after them. */
  attempts: { unit: 'Count', by: ['outcome'] },
  /** Decided authorizations. */
  authorizations: { unit: 'Count', by: ['decision'] },
  /** How long authorization endpoints took, by what came of it. */
  authorization_endpoint_ms: { unit: 'Milliseconds', by: ['outcome'] },
  /** How long the oldest item that a sweep notified had been overdue. */
  scheduled_work_age: { unit: 'Milliseconds', by: [] },
  /** Attempts that DynamoDB throttled, also those that the SDK's retries hide from the caller. */
  throttled: { unit: 'Count', by: [] },
  /** Stored items that lack a field and were left out of a list or a job. */
  unreadable_items: { unit: 'Count', by: [] },
} as const satisfies Record<
  string,
  { readonly unit: 'Count' | 'Milliseconds'; readonly by: readonly string[] }
>;

type Metrics = typeof metrics;

/**
 * The fields of a log line that record a metric, in CloudWatch's embedded metric format: no call is needed.
 */
export const measured = <Name extends keyof Metrics>(
  name: Name,
  value: number,
  by: Readonly<Record<Metrics[Name]['by'][number], string>>,
  { now, environment }: { readonly now: Date; readonly environment: string | undefined },
) => ({
  _aws: {
    Timestamp: now.getTime(),
    CloudWatchMetrics: [
      {
        Namespace: metricsNamespace,
        Dimensions: [['environment', ...metrics[name].by]],
        Metrics: [{ Name: name, Unit: metrics[name].unit }],
      },
    ],
  },
  environment,
  ...by,
  [name]: value,
});
