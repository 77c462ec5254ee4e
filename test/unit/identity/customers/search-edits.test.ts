import assert from 'node:assert/strict';
import { searchedName } from '../../../../functions/identity/customers/names.ts';
import { aCompany, aPerson, searchIn } from '../../../helpers/searching-names.ts';
import { test } from '../../../helpers/tests.ts';

const found = async (stored: string, sought: string) => {
  const { all } = await searchIn([aCompany(stored), aPerson('Bo', 'Zed')]);
  return (await all(sought)).flat().length === 1;
};

test('a name with one letter more, less, another or two exchanged is found, wherever in the word', async () => {
  const typed = [
    ...[
      'Schmit',
      'Schmiddt',
      'Scmhidt',
      'Schmudt',
      'Xchmidt',
      'chmidt',
      'Cshmidt',
      'Schmidtt',
      'Schmitd',
      'Anna Schmitd',
    ],
  ];
  for (const sought of typed) assert.ok(await found('Schmidt Anna', sought), sought);
  const scripts = [
    'Иванов Ивонов',
    'محمود محمدو',
    'Παππας Παπαπς',
    'אברהם אברמם',
    'パナソニック パナソミック',
    'Müller Mulelr',
  ];
  for (const both of scripts) {
    const [stored = '', sought = ''] = both.split(' ');
    assert.ok(await found(stored, sought), both);
  }
  assert.ok(await found('Anna-Maria', 'anamaria'));
});

test('two edits, a short name and the beginning of a name with an edit find nothing', async () => {
  const cases = [
    'Schmidt Shcmitd',
    'Hube Hubs',
    'Huber Hub3s',
    'Schwarzenegger Schwrz',
    'Maier Meyer',
    'Ivan Ivna',
  ];
  for (const both of cases) {
    const [stored = '', sought = ''] = both.split(' ');
    assert.equal(await found(stored, sought), false, both);
  }
});

test('names with an edit are listed only where no name is equal, on no page', async () => {
  const near = Array.from({ length: 5 }, (_, at) => aPerson(`N${at}`, 'Hubre'));
  const equal = Array.from({ length: 4 }, (_, at) => aPerson(`E${at}`, 'Huber'));
  const both = await searchIn([...near, ...equal]);
  for (const size of [1, 2, 3, 4, 25])
    assert.deepEqual(
      (await both.all('huber', size)).flat(),
      equal.map(searchedName),
      `pages of ${size}`,
    );
  const only = await searchIn([...near, aPerson('Bo', 'Zed')]);
  for (const size of [1, 2, 3, 5, 25]) {
    const pages = await only.all('huber', size);
    assert.deepEqual(pages.flat(), near.map(searchedName), `pages of ${size}`);
    assert.ok(pages.every(({ length }) => length <= size));
  }
  assert.deepEqual(await only.all('huber', 25, { status: 'suspended' }), [[]]);
});

test('an equal name that a later query reads leaves out the names with an edit that an earlier one read', async () => {
  const between = Array.from({ length: 40 }, (_, at) => aPerson('Bo', `M${at}`));
  const { all } = await searchIn([aPerson('Hubre', 'Aa'), ...between, aPerson('Huber', 'Zz')]);
  assert.deepEqual((await all('huber', 5)).flat(), ['zz huber']);
});

test('among thousands a name with an edit is on the page that reads it', async () => {
  const many = Array.from({ length: 2_600 }, (_, at) =>
    aPerson('Bo', `M${String(at).padStart(4, '0')}`),
  );
  const { all } = await searchIn([...many, aPerson('Cy', 'Zimmermann')]);
  assert.deepEqual((await all('zimmerman', 10)).flat(), ['zimmermann cy']);
  assert.deepEqual((await all('zimermann', 10)).flat(), ['zimmermann cy']);
});

test('a page that continues behind an equal name, though it ended at the bound on reads, has no name with an edit', async () => {
  // Two queries that found nothing count as one read each, so this is the last name that the first page reads.
  const first = (at: number) => ({ 1997: 'Cyril', 2500: 'Cyrli' })[at] ?? 'Bo';
  const many = Array.from({ length: 2_600 }, (_, at) =>
    aPerson(first(at), `M${String(at).padStart(4, '0')}`),
  );
  const { all, page } = await searchIn(many);
  assert.equal((await page('cyril')).next, many[1_997]?.id);
  assert.deepEqual((await all('cyril')).flat(), ['m1997 cyril']);
});

/** The number of edits between two words, by the whole table of them. */
const editsBetween = (one: string, other: string): number => {
  const at: number[][] = Array.from({ length: one.length + 1 }, (_, i) =>
    Array.from({ length: other.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const of = (i: number, j: number) => at[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= one.length; i += 1)
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const exchanged =
        one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
          ? of(i - 2, j - 2) + 1
          : same + 99;
      (at[i] ?? [])[j] = Math.min(
        of(i - 1, j) + 1,
        of(i, j - 1) + 1,
        of(i - 1, j - 1) + same,
        exchanged,
      );
    }
  return of(one.length, other.length);
};

test('of words by chance exactly those are found that an oracle names, at any size of page', async () => {
  let seed = 20_261_128;
  const below = (end: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * end);
  };
  // No two of these letters are another spelling of one.
  const word = () => Array.from({ length: 5 + below(2) }, () => 'bcd'[below(3)]).join('');
  const names = Array.from({ length: 120 }, (_, at) => ({ word: word(), first: `x${at}` }));
  const { all } = await searchIn(names.map((one) => aPerson(one.first, one.word)));
  let [equals, edits] = [0, 0];
  for (let round = 0; round < 40; round += 1) {
    const sought = word();
    const beginning = names.filter((one) => one.word.startsWith(sought));
    const edited = names.filter((one) => editsBetween(one.word, sought) <= 1);
    const wanted = (beginning.length > 0 ? beginning : edited)
      .map((one) => `${one.word} ${one.first}`)
      .toSorted();
    if (beginning.length > 0) equals += 1;
    else edits += edited.length;
    for (const size of [2, 25])
      assert.deepEqual((await all(sought, size)).flat().toSorted(), wanted, sought);
  }
  assert.ok(equals > 3 && edits > 10);
});
