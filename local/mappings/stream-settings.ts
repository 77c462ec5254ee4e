import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import { type MappingSettings, settingsOf } from './settings.ts';

/** What a mapping of a stream says besides. */
export type StreamSettings = MappingSettings & {
  readonly table: string;
  readonly from: 'TRIM_HORIZON' | 'LATEST';
  /** A failed batch is halved, until what fails stands alone. */
  readonly bisects: boolean;
  /** Infinity: as long as it takes. */
  readonly retries_max: number;
  readonly age_ms_max: number;
  /** Arn of the queue that is told of records that were given up. */
  readonly failures: string | undefined;
};

/** Reads a mapping of a stream; throws BadConfiguration for what cannot be run as AWS does. */
export const streamSettingsOf = (resource: Resource): StreamSettings => {
  const settings = settingsOf(resource, 100, own);
  const properties = resource.properties as Properties;
  const table = /^arn:aws:dynamodb:[^:]*:[^:]*:table\/([^/]+)\/stream\//.exec(settings.sourceArn)?.[1];
  if (!table)
    throw new BadConfiguration(`The mapping ${resource.logicalId} reads ${settings.sourceArn}, which is no stream.`);
  const from = properties.StartingPosition;
  if (from !== 'TRIM_HORIZON' && from !== 'LATEST')
    throw new BadConfiguration(`The mapping ${resource.logicalId} starts at ${from}, which is no place in a stream.`);
  return {
    ...settings,
    ...{ table, from },
    bisects: properties.BisectBatchOnFunctionError ?? false,
    retries_max: bound(properties.MaximumRetryAttempts),
    age_ms_max: bound(properties.MaximumRecordAgeInSeconds) * 1000,
    failures: properties.DestinationConfig?.OnFailure?.Destination,
  };
};

type Properties = {
  readonly StartingPosition?: string;
  readonly BisectBatchOnFunctionError?: boolean;
  readonly MaximumRetryAttempts?: number;
  readonly MaximumRecordAgeInSeconds?: number;
  readonly DestinationConfig?: { readonly OnFailure?: { readonly Destination?: string } };
};

const own = [
  ...['StartingPosition', 'BisectBatchOnFunctionError', 'MaximumRetryAttempts', 'MaximumRecordAgeInSeconds'],
  // More batches at once from one shard keep the order of each item; one at a time keeps it too.
  ...['DestinationConfig', 'ParallelizationFactor'],
];

/** -1 is how Lambda spells for ever. */
const bound = (value = -1): number => (value < 0 ? Number.POSITIVE_INFINITY : value);
