import type { Resource } from '../aws-service.ts';
import type { Engine } from '../dynamodb/engine.ts';
import type { Writes } from '../dynamodb/writes.ts';
import { BadConfiguration } from '../errors.ts';
import type { InstancePool } from '../functions/pool.ts';
import type { Iam } from '../iam/iam.ts';
import type { Queues } from '../queues/queues.ts';
import type { MappingContext } from './batch.ts';
import { createLoop, type Loop, type LoopState } from './loop.ts';
import { feedFromQueue } from './queue-mapping.ts';
import { type Mapping, mappingsOf } from './settings.ts';
import {
  createPositions,
  feedFromStream,
  type Positions,
  startPositionOf,
} from './stream-mapping.ts';
import { openStream } from './stream-reader.ts';

/** Everything that feeds functions from queues and streams. */
export type Mappings = {
  readonly functions: readonly string[];
  /** Stops feeding a function; batches that run end. Throws for a function that nothing feeds. */
  pause(functionName: string): void;
  resume(functionName: string): void;
  /** Those that the templates enable; after a start all of them run. */
  list(): readonly MappingState[];
  /** Resumes or pauses one; undefined where there is none. */
  enable(uuid: string, isEnabled: boolean): MappingState | undefined;
  /** The lowest number of a record in a table's stream that a mapping goes on after; Infinity where none reads it. */
  neededFrom(table: string): number;
  /** Starts no more invocations; those that run are the pool's to end. */
  stop(): Promise<void>;
};

/** One mapping as Lambda's control plane shows it. */
export type MappingState = {
  readonly uuid: string;
  readonly functionArn: string;
  readonly sourceArn: string;
  readonly state: LoopState;
};

export type MappingOptions = {
  readonly resources: readonly Resource[];
  readonly pool: InstancePool;
  readonly queues: Queues;
  readonly engine: Engine;
  readonly writes: Writes;
  readonly iam: Iam;
  /** Keeps how far streams were read; absent: memory. */
  readonly folder?: string | undefined;
  readonly paused?: boolean;
};

/** Starts them all. Rejects with BadConfiguration for what AWS or local/ rejects, such as a role that lacks a grant. */
export const startMappings = async (options: MappingOptions): Promise<Mappings> => {
  const { resources, pool, queues, iam } = options;
  const mappings = mappingsOf({ resources, functions: pool.functions, queues });
  for (const mapping of mappings) {
    const missing = missingGrantOf(iam, mapping);
    if (missing) throw new BadConfiguration(`AWS would reject ${mapping.name}: ${missing}`);
  }
  const context: MappingContext = {
    // The pool rejects only invocations that can never run, and all of them once it stops.
    invoke: (functionName, payload) => pool.invoke(functionName, payload).catch(() => undefined),
    mayRead: (mapping) => missingGrantOf(iam, mapping) === undefined,
    areProcessorsBusy: pool.areProcessorsBusy,
    workers: pool.limits.workers,
  };
  const positions = createPositions(options.folder);
  const feeds: Feed[] = [];
  for (const mapping of mappings) feeds.push(await feedOf(mapping, positions, context, options));
  // Only now, when nothing can fail any more: else those that had started would run on without an owner.
  const running = mappings.map((mapping, at) => ({
    mapping,
    loop: start(feeds[at], options.paused),
  }));
  const loopsOf = (functionName: string): Loop[] => {
    const found = running.filter(({ mapping }) => mapping.of.name === functionName);
    if (found.length === 0) throw new Error(`Nothing feeds the function ${functionName}.`);
    return found.map(({ loop }) => loop);
  };
  const stateOf = ({ mapping, loop }: (typeof running)[number]): MappingState => ({
    uuid: mapping.uuid,
    functionArn: mapping.of.arn,
    state: loop.state(),
    sourceArn: mapping.kind === 'queue' ? mapping.queue.arn : mapping.streamArn,
  });
  return {
    functions: [...new Set(mappings.map(({ of }) => of.name))],
    pause: (functionName) => {
      for (const loop of loopsOf(functionName)) loop.pause();
    },
    resume: (functionName) => {
      for (const loop of loopsOf(functionName)) loop.resume();
    },
    list: () => running.map(stateOf),
    enable: (uuid, isEnabled) => {
      const found = running.find(({ mapping }) => mapping.uuid === uuid);
      if (isEnabled) found?.loop.resume();
      else found?.loop.pause();
      return found && stateOf(found);
    },
    neededFrom: (table) => {
      const numbers = mappings.map((each) =>
        each.kind === 'stream' && each.table.name === table
          ? Number(positions.read(each)?.sequence ?? 0)
          : Number.POSITIVE_INFINITY,
      );
      return Math.min(Number.POSITIVE_INFINITY, ...numbers);
    },
    stop: async () => {
      for (const { loop } of running) loop.stop();
    },
  };
};

type Feed = (loop: Loop) => Promise<void>;

const start = (feed: Feed | undefined, paused = false): Loop => {
  const loop = createLoop();
  if (paused) loop.pause();
  void feed?.(loop);
  return loop;
};

/** Mappings act in the name of the function's role. */
const missingGrantOf = (iam: Iam, { of, accesses }: Mapping): string | undefined => {
  const principal = {
    kind: 'function',
    functionName: of.name,
    instanceId: 'event-source-mapping',
  } as const;
  return iam.errorOf(principal, accesses, '')?.message;
};

const feedOf = async (
  mapping: Mapping,
  positions: Positions,
  context: MappingContext,
  { engine, writes }: MappingOptions,
): Promise<Feed> => {
  if (mapping.kind === 'queue') return (loop) => feedFromQueue(mapping, loop, context);
  const source = { reader: await openStream(engine, mapping.table.name), positions, writes };
  const start = await startPositionOf(mapping, source);
  return (loop) => feedFromStream(mapping, loop, { ...source, start }, context);
};
