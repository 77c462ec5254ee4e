import type { Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import type { Engine } from '../engine.ts';
import type { Pool } from '../functions/pool.ts';
import type { Iam } from '../iam/iam.ts';
import type { Queues } from '../queues/queues.ts';
import { createGate, type Gate } from './gate.ts';
import { createPositions, type Positions } from './positions.ts';
import { feedFromQueue } from './queue-mapping.ts';
import type { Around } from './running.ts';
import { type Mapping, mappingsOf } from './settings.ts';
import { feedFromStream, numberOf, placeOf } from './stream-mapping.ts';
import { openStream } from './stream-reader.ts';
import type { Writes } from './writes.ts';

/** Everything that feeds functions from queues and streams. */
export type Mappings = {
  /** Names of the functions that are fed. */
  readonly functions: readonly string[];
  /** Feeds a function with nothing more, as when its source stands still; what it works on ends. Throws for one that is not fed. */
  pause(functionName: string): void;
  /** Goes on where it stopped. */
  resume(functionName: string): void;
  /** The lowest number of a record in a table's stream that a mapping goes on after; Infinity where none reads it. */
  neededFrom(table: string): number;
  /** Starts no more invocations; those that run are the pool's to end. */
  stop(): Promise<void>;
};

export type MappingOptions = {
  readonly resources: readonly Resource[];
  readonly pool: Pool;
  readonly queues: Queues;
  readonly engine: Engine;
  readonly writes: Writes;
  readonly iam: Iam;
  /** Where it is kept how far streams were read; absent: nowhere. */
  readonly folder?: string | undefined;
  /** Each waits until it is resumed. */
  readonly paused?: boolean;
};

/** Starts them all. Rejects with BadConfiguration for what AWS or this machine refuses, such as a role that lacks a grant. */
export const startMappings = async (options: MappingOptions): Promise<Mappings> => {
  const { resources, pool, queues, iam } = options;
  const mappings = mappingsOf({ resources, functions: pool.functions, queues });
  for (const mapping of mappings) {
    const missing = refusalOf(iam, mapping);
    if (missing) throw new BadConfiguration(`AWS would refuse ${mapping.called}: ${missing}`);
  }
  const around: Around = {
    // The pool rejects only what can never be run, and everything once it stops.
    invoke: (functionName, payload) => pool.invoke(functionName, payload).catch(() => undefined),
    mayRead: (mapping) => refusalOf(iam, mapping) === undefined,
    areProcessorsBusy: pool.areProcessorsBusy,
    workers: pool.limits.workers,
  };
  const positions = createPositions(options.folder);
  const feeds: Feed[] = [];
  for (const mapping of mappings) feeds.push(await feedOf(mapping, positions, around, options));
  // Only now, when nothing can go wrong any more: else what had begun would go on without an owner.
  const running = mappings.map((mapping, at) => ({ mapping, gate: begin(feeds[at], options.paused) }));
  const gatesOf = (functionName: string): Gate[] => {
    const found = running.filter(({ mapping }) => mapping.of.name === functionName);
    if (found.length === 0) throw new Error(`Nothing feeds the function ${functionName}.`);
    return found.map(({ gate }) => gate);
  };
  return {
    functions: [...new Set(mappings.map(({ of }) => of.name))],
    pause: (functionName) => {
      for (const gate of gatesOf(functionName)) gate.pause();
    },
    resume: (functionName) => {
      for (const gate of gatesOf(functionName)) gate.resume();
    },
    neededFrom: (table) => {
      const numbers = mappings.map((each) =>
        each.kind === 'stream' && each.table.name === table ? numberOf(each, positions) : Number.POSITIVE_INFINITY,
      );
      return Math.min(Number.POSITIVE_INFINITY, ...numbers);
    },
    stop: async () => {
      for (const { gate } of running) gate.stop();
    },
  };
};

/** Feeds a function until the gate is stopped. */
type Feed = (gate: Gate) => Promise<void>;

const begin = (feed: Feed | undefined, paused = false): Gate => {
  const gate = createGate();
  if (paused) gate.pause();
  void feed?.(gate);
  return gate;
};

/** Mappings act in the name of the function's role. */
const refusalOf = (iam: Iam, { of, accesses }: Mapping): string | undefined => {
  const principal = { kind: 'function', functionName: of.name, instanceId: 'event-source-mapping' } as const;
  return iam.refusalOf(principal, accesses, '')?.message;
};

const feedOf = async (
  mapping: Mapping,
  positions: Positions,
  around: Around,
  { engine, writes }: MappingOptions,
): Promise<Feed> => {
  if (mapping.kind === 'queue') return (gate) => feedFromQueue(mapping, gate, around);
  const source = { reader: await openStream(engine, mapping.table.name), positions, writes };
  const place = await placeOf(mapping, source);
  return (gate) => feedFromStream(mapping, gate, { ...source, place }, around);
};
