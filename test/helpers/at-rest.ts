import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TableName, tables } from '../../functions/store/table.ts';
import type { Local } from '../../local/start.ts';
import { storedIn } from './stored.ts';

/** All that a service keeps: every file of its folder, and what its tables say, wherever their engine keeps it. */
export const atRest = async (local: Local, folder: string): Promise<Buffer> => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const stored = storedIn(local);
  const items = await Promise.all((Object.keys(tables) as TableName[]).map((table) => stored.items(table)));
  return Buffer.concat([
    ...files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))),
    Buffer.from(JSON.stringify(items)),
  ]);
};
