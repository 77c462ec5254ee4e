import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadConfiguration } from '../bad-configuration.ts';
import { writeWhole } from '../own-files.ts';

/** How far one mapping has come in one stream. */
export type Position = {
  /** Arn of the stream in the engine: positions of another stream are worth nothing. */
  readonly stream: string;
  /** Changes before this time, in milliseconds since 1970, are none of the mapping's business: it began at LATEST. */
  readonly since: number;
  /** Shard → sequence number of the last record that is done with; absent: none yet. */
  readonly after: Readonly<Record<string, string>>;
  /** Shards that are closed and done with. */
  readonly ended: readonly string[];
};

/** Positions by mapping; with a folder they outlive the process, so that a restart goes on where it was. */
export type Checkpoints = {
  get(mappingId: string): Position | undefined;
  /** On disk when this returns. */
  set(mappingId: string, position: Position): void;
};

/** Reads what an earlier run kept. */
export const openCheckpoints = (folder: string | undefined): Checkpoints => {
  const file = folder === undefined ? undefined : join(folder, 'stream-positions.json');
  const positions = new Map<string, Position>(Object.entries(file === undefined ? {} : read(file)));
  return {
    get: (mappingId) => positions.get(mappingId),
    set: (mappingId, position) => {
      positions.set(mappingId, position);
      if (file !== undefined) writeWhole(file, Object.fromEntries(positions));
    },
  };
};

/** How far a mapping has come in its stream, and how it gets on. */
export type Progress = {
  /** Changes before this time, in milliseconds since 1970, are none of the mapping's business. */
  readonly since: number;
  /** The last record that is done with; undefined: none. */
  after(shard: string): string | undefined;
  hasEnded(shard: string): boolean;
  moveTo(shard: string, sequence: string): void;
  end(shard: string): void;
};

/** Goes on where an earlier run was, or begins where the mapping says. */
export const progressIn = (
  checkpoints: Checkpoints,
  { id, from }: { readonly id: string; readonly from: 'TRIM_HORIZON' | 'LATEST' },
  stream: string,
): Progress => {
  const kept = checkpoints.get(id);
  // The engine's times are whole seconds: of the second in which a mapping began it sees everything.
  const now = Math.floor(Date.now() / 1000) * 1000;
  let position: Position =
    kept?.stream === stream ? kept : { stream, since: from === 'LATEST' ? now : 0, after: {}, ended: [] };
  const set = (next: Position): void => {
    position = next;
    checkpoints.set(id, next);
  };
  // Kept at once: after a crash a mapping that began at LATEST must not begin later.
  set(position);
  return {
    since: position.since,
    after: (shard) => position.after[shard],
    hasEnded: (shard) => position.ended.includes(shard),
    moveTo: (shard, sequence) => set({ ...position, after: { ...position.after, [shard]: sequence } }),
    end: (shard) => set({ ...position, ended: [...position.ended, shard] }),
  };
};

const read = (file: string): Record<string, Position> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    const otherwise = 'empty the data folder with `npm run local:reset`.';
    throw new BadConfiguration(`The file of stream positions ${file} cannot be read: ${otherwise}`, { cause });
  }
};
