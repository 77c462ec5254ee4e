import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { readCommandLine } from '../../bin/command-line.ts';
import type { Entry } from '../../functions/identity/screeners/lists/entry.ts';
import { parseOfac } from '../../functions/identity/screeners/lists/ofac.ts';
import { searchIn } from '../../functions/identity/screeners/lists/search.ts';
import {
  listed_score_min,
  type ScreeningSubject,
} from '../../functions/identity/screeners/screener.ts';
import { run, takes } from '../helpers/programs.ts';

readCommandLine({
  usage: `npm run check:outside -- watchman

Compares the matching of names with Moov Watchman.`,
});

// Compares our matching with Moov Watchman's, on the copy of OFAC's list that its module carries:
// `npm run check:outside -- watchman`. Our matching must find any name that Watchman scores above
// 0.95. Its server is not needed: a program of ours calls its packages.

const version = 'v0.65.0';
const folder = resolve('.build/watchman');

takes('The comparison with Watchman', ['go']);
mkdirSync(folder, { recursive: true });
const module = `github.com/moov-io/watchman`;
writeFileSync(join(folder, 'go.mod'), 'module example.com/check\n');
const { Dir } = JSON.parse(
  await run('go', ['mod', 'download', '-json', `${module}@${version}`], { cwd: folder }),
);
// The versions that it was published with, none newer.
const requirements = readFileSync(join(Dir, 'go.mod'), 'utf8').replace(
  /^module .*/m,
  'module example.com/check',
);
writeFileSync(join(folder, 'go.mod'), `${requirements}\nrequire ${module} ${version}\n`);
writeFileSync(join(folder, 'go.sum'), readFileSync(join(Dir, 'go.sum')));
copyFileSync(join(import.meta.dirname, 'watchman.go'), join(folder, 'main.go'));
await run('go', ['build', '-mod=mod', '-o', 'score', '.'], { cwd: folder });

const data = join(Dir, 'test/testdata/static');
const [sdn, alt, add] = ['sdn.csv', 'alt.csv', 'add.csv'].map((name) =>
  readFileSync(join(data, name)),
);
if (!sdn || !alt || !add) throw new Error('the test data is incomplete');
const entries = parseOfac({ sdn, alt, add });

/** Every n-th entry, with its names as lists have them and as people write them. */
const queries = entries
  .filter(({ type }, position) => type !== 'other' && position % 12 === 0)
  .flatMap((entry) =>
    entry.names
      .slice(0, 3)
      .flatMap((name) => spellings(name, entry).map((spelling) => ({ entry, spelling }))),
  );

function spellings(name: string, { type }: Entry): string[] {
  const words = name.split(' ');
  const swapped = name.replace(/(\w)(\w)(?=\w*$)/, '$2$1');
  return [
    ...new Set([
      name,
      // Nobody writes a company's words backwards.
      type === 'person' ? [...words].reverse().join(' ') : name,
      swapped,
      type === 'person' && words.length > 2 ? `${words[0]} ${words.at(-1)}` : name,
    ]),
  ];
}

const kind = ({ type }: Entry) => (type === 'person' ? 'person' : 'business');
// Its settings: without them no name alone scores above 0.82, however equal.
const nameAlone = ['LOW_COVERAGE', 'MIN_REQUIRED_FIELDS', 'NAME_ONLY'].map((what) => [
  `FINAL_SCORE_${what}_MULTIPLIER`,
  '1',
]);
const env = { ...process.env, ...Object.fromEntries(nameAlone) };
const child = spawn(join(folder, 'score'), [data], { env, stdio: ['pipe', 'pipe', 'inherit'] });
child.stdin.end(queries.map(({ entry, spelling }) => `${kind(entry)}\t${spelling}\n`).join(''));
const theirs = (await text(child.stdout))
  .trim()
  .split('\n')
  .map((line) => line.split('\t'));

const search = searchIn(entries);
const subject = ({ entry, spelling }: (typeof queries)[number]): ScreeningSubject => ({
  id: entry.id,
  names: [spelling],
  birth_date: null,
  nationality: null,
  country: null,
  type: entry.type === 'person' ? 'person' : 'organization',
});
const started = performance.now();
const ours = queries.map((query) =>
  search(subject(query), listed_score_min, Number.POSITIVE_INFINITY),
);
const elapsed = performance.now() - started;
const missed = theirs.filter(
  ([line, id]) => !ours[Number(line)]?.some(({ entry_id }) => entry_id === id),
);
const found = queries.filter(({ entry }, line) =>
  ours[line]?.some(({ entry_id }) => entry_id === entry.id),
).length;
const matches = ours.reduce((sum, { length }) => sum + length, 0);

console.log(
  `${queries.length} names, ${entries.length} entries, ${(elapsed / queries.length).toFixed(2)} ms a name`,
);
console.log(`Watchman scores ${theirs.length} matches above 0.95; ours misses ${missed.length}`);
console.log(
  `ours finds the entry of ${found} of ${queries.length} spellings, and ${(matches / queries.length).toFixed(1)} matches a name`,
);
for (const [line, id, score] of missed.slice(0, 20))
  console.log(
    `  missed: ${queries[Number(line)]?.spelling} → ${entries.find((entry) => entry.id === id)?.names.join(' | ')} ${score}`,
  );
if (theirs.length < 500) throw new Error('too few matches to compare');
if (missed.length > 0) process.exitCode = 1;
