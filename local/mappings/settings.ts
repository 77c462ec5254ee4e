import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import { compilePattern } from '../events/pattern.ts';
import { functionNameIn } from '../functions/lambda-function.ts';
import { functionArn } from '../invoke-later.ts';

/** What every event source mapping says. */
export type MappingSettings = {
  readonly id: string;
  readonly functionName: string;
  readonly functionArn: string;
  /** As the function is told: arn of the queue or of the stream. */
  readonly sourceArn: string;
  readonly region: string;
  readonly enabled: boolean;
  readonly batch_max: number;
  /** How long to gather a batch that is not full. */
  readonly window_ms: number;
  /** The function answers which items of a batch failed. */
  readonly reportsItemFailures: boolean;
  /** Whether the function wants to see this; what it does not want counts as done. */
  readonly wants: (candidate: unknown) => boolean;
};

export type MappingProperties = {
  readonly EventSourceArn: string;
  readonly FunctionName: string;
  readonly Enabled?: boolean;
  readonly BatchSize?: number;
  readonly MaximumBatchingWindowInSeconds?: number;
  readonly FunctionResponseTypes?: readonly string[];
  readonly FilterCriteria?: { readonly Filters?: readonly { readonly Pattern: string }[] };
};

/** Mappings whose source is of this service: `sqs`, `dynamodb`. */
export const mappingsFrom = (resources: readonly Resource[], service: string): Resource[] =>
  resources.filter(
    ({ type, properties }) =>
      type === 'AWS::Lambda::EventSourceMapping' && String(properties.EventSourceArn).startsWith(`arn:aws:${service}:`),
  );

/** Reads what all mappings share. Throws BadConfiguration for a member that is neither of these nor `own`. */
export const settingsOf = (resource: Resource, default_batch: number, own: readonly string[]): MappingSettings => {
  const properties = resource.properties as MappingProperties;
  const where = `The mapping ${resource.logicalId}`;
  const unknown = Object.keys(properties).find((member) => !shared.has(member) && !own.includes(member));
  if (unknown) throw new BadConfiguration(`${where} has ${unknown}, which local/ does not know.`);
  const functionName = functionNameIn(properties.FunctionName) ?? properties.FunctionName;
  const wanted = (properties.FilterCriteria?.Filters ?? []).map(({ Pattern }) => compilePattern(Pattern, where));
  return {
    id: resource.physicalId,
    functionName,
    functionArn: functionArn(resource.region, functionName),
    sourceArn: properties.EventSourceArn,
    region: resource.region,
    enabled: properties.Enabled ?? true,
    batch_max: properties.BatchSize ?? default_batch,
    window_ms: (properties.MaximumBatchingWindowInSeconds ?? 0) * 1000,
    reportsItemFailures: properties.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false,
    wants: (candidate) => wanted.length === 0 || wanted.some((fits) => fits(candidate)),
  };
};

const shared = new Set([
  ...['EventSourceArn', 'FunctionName', 'Enabled', 'BatchSize', 'MaximumBatchingWindowInSeconds'],
  // Tags and metrics change nothing that a function could see.
  ...['FunctionResponseTypes', 'FilterCriteria', 'Tags', 'MetricsConfig'],
]);
