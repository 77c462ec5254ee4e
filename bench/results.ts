import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

/** RESULTS names another file, such as one of two that are to be compared. */
const file = process.env.RESULTS ?? fileURLToPath(new URL('./results.json', import.meta.url));

/** Keeps the figures of one benchmark in results.json, beside those of the others, with what they were measured on. */
export const keepResults = (name: string, figures: object): void => {
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const on = {
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    day: new Date().toISOString().slice(0, 10),
  };
  writeFileSync(file, `${JSON.stringify({ ...kept, [name]: { on, ...figures } }, null, 2)}\n`);
};
