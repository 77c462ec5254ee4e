/**
 * Writes into docs/explain/numbers*.md what bench/results.json holds.
 * Run: `npx node bench/tables.ts`; `npm run bench` ends with it.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../bin/command-line.ts';
import { numbersPages, withTables } from './number-tables.ts';

readCommandLine({
  usage: `npx node bench/tables.ts

Writes the tables of docs/explain/numbers*.md again, from bench/results.json.`,
});

const root = fileURLToPath(new URL('..', import.meta.url));
const results = JSON.parse(readFileSync(new URL('./results.json', import.meta.url), 'utf8'));
for (const page of globSync(numbersPages, { cwd: root })) {
  const path = join(root, page);
  writeFileSync(path, withTables(readFileSync(path, 'utf8'), results));
}
