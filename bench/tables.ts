/**
 * Writes into docs/explain/numbers.md what bench/results.json holds.
 * Run: `npx node bench/tables.ts`; `npm run bench` ends with it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { readCommandLine } from '../bin/command-line.ts';
import { withTables } from './number-tables.ts';

readCommandLine({
  usage: `npx node bench/tables.ts

Writes the tables of docs/explain/numbers.md again, from bench/results.json.`,
});

const numbers = new URL('../docs/explain/numbers.md', import.meta.url);
const results = JSON.parse(readFileSync(new URL('./results.json', import.meta.url), 'utf8'));
writeFileSync(numbers, withTables(readFileSync(numbers, 'utf8'), results));
