import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../own-files.ts';
import type { Position } from './stream-reader.ts';

/** How far each mapping has come in its stream. */
export type Positions = {
  read(mapping: string): Position | undefined;
  write(mapping: string, position: Position): void;
};

/** Kept in the data folder, so that a restart goes on where it was; without a folder in memory, as the tables are then. */
export const createPositions = (folder: string | undefined): Positions => {
  const known = new Map<string, Position>();
  const fileOf = (mapping: string): string | undefined => folder && join(folder, 'streams', `${mapping}.json`);
  return {
    read: (mapping) => known.get(mapping) ?? kept(fileOf(mapping)),
    write: (mapping, position) => {
      const file = fileOf(mapping);
      if (file !== undefined) writeWhole(file, position);
      else known.set(mapping, position);
    },
  };
};

const kept = (file: string | undefined): Position | undefined => {
  if (file === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};
