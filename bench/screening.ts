/**
 * What screening takes: 20 000 invented entries packed, loaded and searched in one process. Prints sizes, memory, time of a
 * load and how many subjects an hour one processor screens, without what reads and writes of DynamoDB take.
 * Run: `node bench/screening.ts`.
 */
import type { Entry } from '../functions/screeners/lists/entry.ts';
import { packEntries, unpackEntries } from '../functions/screeners/lists/pack.ts';
import { searchIn } from '../functions/screeners/lists/search.ts';
import { listed_score_min } from '../functions/screeners/screener.ts';

const entries_count = 20_000;
const subjects_count = 5_000;

/** The same numbers each time (a linear congruential generator, Numerical Recipes). */
let seed = 1;
const below = (most: number): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * most);
};

const syllables =
  'ka mo ri zu ta ne li bar sho van del ik ost mir ha fe ga lud wen pra qui jo sel dra kor um bas'.split(' ');
const invented = () => Array.from({ length: 2 + below(2) }, () => syllables[below(syllables.length)]).join('');
// Some words come again and again, as first names do.
const firstNames = Array.from({ length: 400 }, invented);
const lastNames = Array.from({ length: 15_000 }, invented);
const aName = () =>
  [firstNames[below(20) ** 2], ...(below(2) ? [firstNames[below(400)]] : []), lastNames[below(lastNames.length)]].join(
    ' ',
  );

const entries = Array.from(
  { length: entries_count },
  (_, position): Entry => ({
    list: 'ofac',
    id: String(position),
    type: 'person',
    names: Array.from({ length: 1 + below(4) }, aName),
    births: [String(1940 + below(60))],
    countries: [],
  }),
);

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const heap = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const { bytes } = packEntries(entries);
const before = heap();
const loadedAt = performance.now();
const loaded = unpackEntries(bytes);
const search = searchIn(loaded);
const load_ms = performance.now() - loadedAt;
console.log(
  `${entries_count} entries, ${entries.flatMap(({ names }) => names).length} names: ${megabytes(bytes.length)} packed`,
);
console.log(`loaded in ${Math.round(load_ms)} ms, ${megabytes(heap() - before)} of memory`);

const subjects = Array.from({ length: subjects_count }, (_, id) => ({
  ...{ id: String(id), type: 'person' as const, names: [aName()], nationality: null, country: null },
  birth_date: `${1940 + below(60)}-01-01`,
}));
const begunAt = performance.now();
const matches = subjects.reduce((sum, subject) => sum + search(subject, listed_score_min).length, 0);
const each_ms = (performance.now() - begunAt) / subjects_count;
console.log(`${each_ms.toFixed(2)} ms a subject, ${(matches / subjects_count).toFixed(2)} matches each`);
console.log(`${Math.round(3_600_000 / each_ms).toLocaleString('en')} subjects an hour; 100,000 are wanted`);
if (3_600_000 / each_ms < 100_000) process.exitCode = 1;
