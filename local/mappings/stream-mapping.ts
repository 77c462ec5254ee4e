import type { Access, Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import type { Destinations } from '../destinations.ts';
import { tablesOf } from '../engine/tables.ts';
import type { Engine } from '../engine.ts';
import type { Iam } from '../iam/iam.ts';
import type { Invoke } from '../invoke-later.ts';
import { keyRingOf } from '../services/kms/key-ring.ts';
import { type Checkpoints, progressIn } from './checkpoints.ts';
import type { Mapping } from './mapping.ts';
import { mayPoll } from './poller-access.ts';
import { createStreamDelivery } from './stream-delivery.ts';
import { pollStream } from './stream-poll.ts';
import { openStream } from './stream-reader.ts';
import { type StreamSettings, streamSettingsOf } from './stream-settings.ts';
import { createSwitch } from './switch.ts';

export type StreamMappingOptions = {
  readonly resource: Resource;
  readonly resources: readonly Resource[];
  readonly engine: Pick<Engine, 'call' | 'send'>;
  readonly invoke: Invoke;
  readonly iam: Pick<Iam, 'refusalOf'>;
  readonly destinations: Destinations;
  readonly checkpoints: Checkpoints;
};

/** Starts to feed a function from a table's stream. Rejects with BadConfiguration for what AWS would refuse. */
export const startStreamMapping = async (options: StreamMappingOptions): Promise<Mapping> => {
  const { resource, engine, invoke, iam, destinations, checkpoints } = options;
  const settings = streamSettingsOf(resource);
  if (settings.failures !== undefined) destinations.check(settings.functionName, settings.failures, resource.logicalId);
  const allowed = mayPoll(iam, settings.functionName, accessesOf(settings, options.resources));
  const reader = await openStream(engine, settings.table);
  if (!reader)
    throw new BadConfiguration(`The mapping ${resource.logicalId} reads ${settings.table}, which has no stream.`);
  const state = createSwitch(settings.enabled);
  const delivery = createStreamDelivery({ settings, state, invoke, destinations });
  const polling = pollStream({
    settings,
    reader,
    state,
    delivery,
    allowed,
    progress: progressIn(checkpoints, settings, reader.arn),
  });
  const { pause, resume } = state;
  return {
    ...{ functionName: settings.functionName, source: settings.table, pause, resume },
    get paused() {
      return state.paused;
    },
    stop: async () => {
      state.end();
      await polling;
    },
  };
};

/** What the function's role must allow, the use of the table's key included. */
const accessesOf = (settings: StreamSettings, resources: readonly Resource[]): Access[] => {
  const table = tablesOf(resources).find(({ name }) => name === settings.table);
  const key = table?.kmsKey === undefined ? undefined : keyRingOf(resources).find(table.kmsKey, table.region);
  const reading = ['dynamodb:DescribeStream', 'dynamodb:GetShardIterator', 'dynamodb:GetRecords'];
  const context = {
    'kms:ViaService': `dynamodb.${settings.region}.amazonaws.com`,
    'kms:ResourceAliases': key?.aliases ?? [],
  };
  return [
    ...reading.map((action) => ({ action, resource: settings.sourceArn })),
    ...(key ? [{ action: 'kms:Decrypt', resource: key.arn, context }] : []),
  ];
};
