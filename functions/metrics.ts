/** Where CloudWatch keeps what lines of the log measure. */
export const metricsNamespace = 'financial-services';

/** Everything that lines measure: the unit of it, and by what it is told apart besides the environment. */
export const metrics = {
  /** A resource was created, by a request that is no retry. */
  created: { unit: 'Count', by: ['route'] },
  /** A request was refused by a function. */
  refused: { unit: 'Count', by: ['code'] },
  /** A webhook was called: what its delivery is then. */
  attempts: { unit: 'Count', by: ['outcome'] },
  /** An issuer's question whether something may be taken was decided. */
  authorizations: { unit: 'Count', by: ['decision'] },
  /** How long the oldest of what a sweep woke had been due. */
  scheduled_work_age: { unit: 'Milliseconds', by: [] },
} as const satisfies Record<string, { readonly unit: 'Count' | 'Milliseconds'; readonly by: readonly string[] }>;

type Metrics = typeof metrics;

/**
 * The fields by which a line of the log measures something, in CloudWatch's embedded metric format: CloudWatch makes the metric
 * of the line, and nobody waits for a call.
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
