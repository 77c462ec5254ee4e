import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { readCommandLine } from '../../bin/command-line.ts';
import type { Entry } from '../../functions/identity/screeners/lists/entry.ts';
import { searchIn } from '../../functions/identity/screeners/lists/search.ts';
import { listed_score_min } from '../../functions/identity/screeners/screener.ts';
import { run, takes } from '../helpers/programs.ts';

readCommandLine({
  usage: `npm run check:outside -- names <nomenklatura> <watchman>

Compares the matching of names on published pairs.`,
  words: 'any',
});

// Measures the comparison of names: `npm run check:outside -- names NOMENKLATURA WATCHMAN`, each a folder into which the
// repository opensanctions/nomenklatura or moov-io/watchman was cloned. Their pairs of names are not ours, so they stay there.
// `tried` adds what goes wrong in the half of the pairs that changes are tried on, `missed` every pair that is not found.

const commits = {
  nomenklatura: '502208c22543a0ca8f394a2509c8be55738dbb38',
  watchman: 'd299005fe25f511fe8abdb6425c745e16cb5ca2c',
};
/**
 * The limits of found and of falsely matched names: no worse than logic_v2, and than the last time.
 */
const limits = { found: 355, falsely: 88, across: 22 };

const [nomenklatura, watchman, ...shown] = process.argv.slice(2);
if (!nomenklatura || !watchman) {
  console.log(
    'names takes two folders: a clone of opensanctions/nomenklatura and one of moov-io/watchman. Skipped.',
  );
  process.exit();
}
takes('The measure of the comparison', ['git']);
const fileOf = (folder: string, commit: string, path: string) =>
  run('git', ['-C', folder, 'show', `${commit}:${path}`]);
const rowsOf = async (path: string): Promise<Record<string, string>[]> =>
  parse(await fileOf(nomenklatura, commits.nomenklatura, path), { columns: true });

type Pair = { readonly schema: string; readonly name1: string; readonly name2: string };

/** Whether a subject of the first name is found where a list has the second one. */
const isFound = ({ schema, name1, name2 }: Pair): boolean => {
  const type = schema === 'Person' ? 'person' : 'organization';
  const entry: Entry = { list: 'ofac', id: '1', type, names: [name2], births: [], countries: [] };
  const subject = {
    id: 's',
    type,
    names: [name1],
    birth_date: null,
    nationality: null,
    country: null,
  } as const;
  return searchIn([entry])(subject, listed_score_min).length > 0;
};

/** Half of the pairs is for trying changes on, and half is held out, by a hash of the names. */
const isTried = ({ name1, name2 }: Pair): boolean =>
  (createHash('sha256').update(`${name1}|${name2}`).digest()[0] ?? 0) % 2 === 0;

const pairs = (await rowsOf('contrib/name_bench/cases.csv')).map(
  ({ schema = '', name1 = '', name2 = '', is_match }) => ({
    schema,
    name1,
    name2,
    isSame: is_match === 'true',
    found: isFound({ schema, name1, name2 }),
    tried: isTried({ schema, name1, name2 }),
  }),
);
const count = (of: readonly { readonly found: boolean }[]) =>
  of.filter(({ found }) => found).length;
for (const [part, of] of [
  ['tried', pairs.filter(({ tried }) => tried)],
  ['held out', pairs.filter(({ tried }) => !tried)],
  ['all', pairs],
] as const) {
  const [same, others] = [of.filter(({ isSame }) => isSame), of.filter(({ isSame }) => !isSame)];
  console.log(
    `nomenklatura's pairs, ${part}: ${count(same)} of ${same.length} found, ${count(others)} of ${others.length} falsely`,
  );
}
const outcomes = (await rowsOf('contrib/name_bench/run_data/logicv2-frozen.csv')).map(
  ({ outcome }) => outcome,
);
const theirs = (...of: string[]) => outcomes.filter((outcome) => of.includes(outcome ?? '')).length;
console.log(
  `  its logic_v2: ${theirs('TP')} of ${theirs('TP', 'FN')} found, ${theirs('FP')} of ${theirs('FP', 'TN')} falsely`,
);

const csv = await fileOf(
  watchman,
  commits.watchman,
  'internal/embeddings/testdata/cross_script_pairs.csv',
);
const rows: string[][] = parse(csv, {
  comment: '#',
  relax_column_count: true,
  skip_empty_lines: true,
});
const across = rows.map(([name1 = '', name2 = '']) => ({ schema: 'Person', name1, name2 }));
const missedAcross = across.filter((pair) => !isFound(pair));
console.log(
  `Watchman's pairs across scripts: ${across.length - missedAcross.length} of ${across.length} found`,
);

if (shown.includes('missed'))
  for (const { name1, name2 } of [
    ...missedAcross,
    ...pairs.filter(({ isSame, found }) => isSame && !found),
  ])
    console.log(`  missed: ${name1} → ${name2}`);
if (shown.includes('tried'))
  for (const { schema, name1, name2, isSame } of pairs.filter(
    ({ tried, isSame, found }) => tried && isSame !== found,
  ))
    console.log(`  ${isSame ? 'missed' : 'falsely'} ${schema}: ${name1} → ${name2}`);

const found = count(pairs.filter(({ isSame }) => isSame));
const falsely = count(pairs.filter(({ isSame }) => !isSame));
if (
  found < limits.found ||
  falsely > limits.falsely ||
  across.length - missedAcross.length < limits.across
)
  process.exitCode = 1;
