import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pathsOf } from '../../helpers/paths.ts';

// Loaded before the World, whose time then begins when the first release stored its items: later some would have expired.

const root = fileURLToPath(new URL('../../fixtures/stored/', import.meta.url));

/** When a release stored the last of its idempotency records, which expire first. Milliseconds since 1970. */
const storedAt = (release: string): number => {
  const text = readFileSync(`${root}${release}/idempotency-record.json`, 'utf8');
  const times = text.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
  return Math.max(...times.map((time) => Date.parse(time)));
};

/** Every release with the time of its items, in the order of time. */
export const releases = pathsOf('*/idempotency-record.json', { cwd: root })
  .map((path) => path.split(/[/\\]/)[0] ?? '')
  .map((name) => ({ name, at: storedAt(name) }))
  .toSorted((one, other) => one.at - other.at);

process.env.WORLD_BEGINS_AT = new Date(Number(releases[0]?.at)).toISOString();
