import { join } from 'node:path';
import { readWhole, writeWhole } from '../own-files.ts';
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
    read: (mapping) => {
      const file = fileOf(mapping);
      return file === undefined ? known.get(mapping) : readWhole(file);
    },
    write: (mapping, position) => {
      const file = fileOf(mapping);
      if (file !== undefined) writeWhole(file, position);
      else known.set(mapping, position);
    },
  };
};
