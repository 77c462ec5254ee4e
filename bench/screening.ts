/**
 * The costs of screening: 20 000 invented entries packed, loaded and searched in one process.
 * Prints sizes, memory, time of a load, and how many subjects an hour one processor screens. Also
 * prints how many the job that monitors screens with a new version, on the engine in memory where
 * each call takes 10 ms.
 * Run: `npx node bench/screening.ts`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { readCommandLine } from '../bin/command-line.ts';
import { storesOf } from '../functions/core/dynamodb/stores.ts';
import { idsAt } from '../functions/core/new-id.ts';
import { saveCustomer } from '../functions/identity/customers/table.ts';
import type { Entry } from '../functions/identity/screeners/lists/entry.ts';
import { packEntries, unpackEntries } from '../functions/identity/screeners/lists/pack.ts';
import { searchIn } from '../functions/identity/screeners/lists/search.ts';
import { listed_score_min } from '../functions/identity/screeners/screener.ts';
import { screenWithNewLists } from '../functions/identity/screenings/monitor.ts';
import { saveScreening } from '../functions/identity/screenings/table.ts';
import { aCompletePerson } from '../test/helpers/fixtures/customers.ts';
import { aFirstScreening } from '../test/helpers/fixtures/screenings.ts';
import { testDatabase } from '../test/helpers/test-database.ts';

readCommandLine({
  usage: `npx node bench/screening.ts

Measures the search of names in lists.`,
});

const entries_count = 20_000;
const subjects_count = 5_000;

/** The same numbers each time (a linear congruential generator, Numerical Recipes). */
let seed = 1;
const below = (most: number): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * most);
};

const syllables =
  'ka mo ri zu ta ne li bar sho van del ik ost mir ha fe ga lud wen pra qui jo sel dra kor um bas'.split(
    ' ',
  );
const invented = () =>
  Array.from({ length: 2 + below(2) }, () => syllables[below(syllables.length)]).join('');
// Some words come again and again, as first names do.
const firstNames = Array.from({ length: 400 }, invented);
const lastNames = Array.from({ length: 15_000 }, invented);
const aName = () =>
  [
    firstNames[below(20) ** 2],
    ...(below(2) ? [firstNames[below(400)]] : []),
    lastNames[below(lastNames.length)],
  ].join(' ');

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
  id: String(id),
  type: 'person' as const,
  names: [aName()],
  nationality: null,
  country: null,
  birth_date: `${1940 + below(60)}-01-01`,
}));
const startedAt = performance.now();
const matches = subjects.reduce(
  (sum, subject) => sum + search(subject, listed_score_min).length,
  0,
);
const each_ms = (performance.now() - startedAt) / subjects_count;
console.log(
  `${each_ms.toFixed(2)} ms a subject, ${(matches / subjects_count).toFixed(2)} matches each`,
);
const perHour = (ms: number) => `${Math.round(3_600_000 / ms).toLocaleString('en')} an hour`;
console.log(`${perHour(each_ms)} searched by one processor`);

const call_ms = 10;
const newId = idsAt(new Date());
const customers = Array.from({ length: subjects_count }, () => {
  const [first_name = '', ...rest] = aName().split(' ');
  return aCompletePerson({ id: newId('customer'), first_name, last_name: rest.join(' ') });
});
const { connection, everything } = testDatabase(
  customers.flatMap((one) => [
    ...saveCustomer(one),
    saveScreening(
      aFirstScreening({ tenant_id: one.tenant_id, customer_id: one.id }, []),
      undefined,
    ),
  ]),
  { before: () => pause(call_ms) },
);
const screener = {
  version: async () => 'v2',
  screen: async (subject: Parameters<typeof search>[0]) => ({
    list_version: 'v2',
    matches: search(subject, listed_score_min),
    not_compared: [],
  }),
};
const now = new Date();
const cause = {
  request_id: 'r',
  idempotency_key: null,
  environment: 'sandbox',
  now,
  newId,
} as const;
const monitoredAt = performance.now();
await screenWithNewLists(screener, {
  ...storesOf(connection),
  deadline: { now, deadline: now.getTime() + 600_000 },
  cause: { ...cause, actor: { type: 'system', id: 'bench' } },
});
const monitored_ms = (performance.now() - monitoredAt) / subjects_count;
const done = everything('resources').filter(({ screened_with: with_ }) =>
  String(with_).startsWith('v2/'),
).length;
console.log(
  `${perHour(monitored_ms)} screened by the job, ${done} of ${subjects_count}; 100,000 are wanted`,
);
if (done < subjects_count || 3_600_000 / monitored_ms < 100_000) process.exitCode = 1;
