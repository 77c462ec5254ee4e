import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readCommandLine } from '../../bin/command-line.ts';
import type { Entry } from '../../functions/identity/screeners/lists/entry.ts';
import { parseOfac } from '../../functions/identity/screeners/lists/ofac.ts';
import { searchIn } from '../../functions/identity/screeners/lists/search.ts';
import {
  listed_score_min,
  type ScreeningSubject,
} from '../../functions/identity/screeners/screener.ts';
import { run, takes } from '../helpers/programs.ts';
import { heldOutPeople } from './held-out-people.ts';
import { inventedPeople, origins } from './people.ts';
import limits from './shares.json' with { type: 'json' };

readCommandLine({
  usage: `npm run check:outside -- shares <watchman>

Counts people on no list who come to a person.`,
  words: 'any',
});

// Measures which share of people who are on no list comes to a person: `npm run check:outside -- shares WATCHMAN [BEFORE]`.
// WATCHMAN is a clone of moov-io/watchman, of which the list is taken. BEFORE is another checkout of this repository, whose
// comparison is measured beside this one. The command fails if more people than shares.json says come to a person, or if fewer are
// found.

const commit = 'd299005fe25f511fe8abdb6425c745e16cb5ca2c';
const count = 4000;
const found_count = 1000;
/** The seed of the people that are held out. The comparison was changed while those of 20261128 were counted. */
const seed = 20261129;

type Limits = Readonly<Record<string, number>>;
const most: Readonly<Record<string, Limits>> = limits.most;
const least: Limits = limits.least;

/** Says that a figure is worse than the stored one, or that none is stored. */
const judge = (what: string, isWorse: (limit: number) => boolean, limit: number | undefined) => {
  if (limit !== undefined && !isWorse(limit)) return;
  console.log(`  worse than shares.json: ${what}, ${limit ?? 'of which it has no figure'}`);
  process.exitCode = 1;
};

const [watchman, before, ...shown] = process.argv.slice(2);
if (!watchman) {
  console.log('shares takes a folder: a clone of moov-io/watchman. Skipped.');
  process.exit();
}
takes('The measure of the shares', ['git', 'python3']);

const [sdn, alt, add] = await Promise.all(
  ['sdn', 'alt', 'add'].map(async (name) =>
    Buffer.from(await run('git', ['-C', watchman, 'show', `${commit}:test/testdata/${name}.csv`])),
  ),
);
if (!sdn || !alt || !add) throw new Error('the test data is incomplete');
const entries = parseOfac({ sdn, alt, add });

type Module = { readonly searchIn: typeof searchIn };
const older: Module | undefined = before
  ? await import(
      pathToFileURL(join(resolve(before), 'functions/identity/screeners/lists/search.ts')).href
    )
  : undefined;
const search = searchIn(entries);
const searchBefore = older?.searchIn(entries);

type People = readonly ScreeningSubject[];
const matchedIn = (people: People, by: typeof search) =>
  people.flatMap((subject) =>
    by(subject, listed_score_min)
      .slice(0, 1)
      .map((best) => ({ subject, best })),
  );
const percent = (part: number, of = count) => ((100 * part) / of).toFixed(2);

const measure = (part: string, origin: string, people: People) => {
  const matched = matchedIn(people, search);
  const earlier = searchBefore && matchedIn(people, searchBefore).length;
  const was = earlier === undefined ? '' : `${percent(earlier)} (${earlier}) → `;
  console.log(
    `${part}, ${origin}: ${was}${percent(matched.length)} % (${matched.length} of ${count}) come to a person`,
  );
  judge(`${part}, ${origin}`, (limit) => matched.length > limit, most[part]?.[origin]);
  if (part === 'tried' && shown.includes(origin))
    for (const { subject, best } of matched)
      console.log(`  ${subject.names[0]} → ${best.name} ${best.score}`);
};

/** How many of these people are found where a list has their names in Latin letters, by one comparison. */
const foundIn = (people: People, latin: readonly string[], { searchIn }: Module): number => {
  const listed = latin.map((name, at): Entry => {
    return {
      list: 'ofac',
      id: String(at),
      type: 'person',
      names: [name],
      births: [],
      countries: [],
    };
  });
  const byName = searchIn(listed);
  return people.filter((subject, at) =>
    byName(subject, listed_score_min, count).some(({ entry_id }) => entry_id === String(at)),
  ).length;
};

for (const origin of origins) measure('tried', origin, inventedPeople(origin, count));
for (const { origin, people, latin } of await heldOutPeople(seed, count)) {
  measure('held out', origin, people);
  if (latin.length === 0) continue;
  const [some, names] = [people.slice(0, found_count), latin.slice(0, found_count)];
  const was = older ? `${percent(foundIn(some, names, older), found_count)} → ` : '';
  const now = foundIn(some, names, { searchIn });
  console.log(
    `  of ${found_count}, ${was}${percent(now, found_count)} % are found where a list has their names in Latin letters`,
  );
  judge(`found, ${origin}`, (limit) => now < limit, least[origin]);
}
