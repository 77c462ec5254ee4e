import assert from 'node:assert/strict';
import type { Customer } from '../../../../functions/identity/customers/model.ts';
import { searchedName, wordsOfName } from '../../../../functions/identity/customers/names.ts';
import { saveCustomer } from '../../../../functions/identity/customers/table.ts';
import { aCompany, aPerson, searchIn } from '../../../helpers/searching-names.ts';
import { test } from '../../../helpers/tests.ts';

test('names are compared without case, marks and signs, in their own script', () => {
  const cases: [string, string][] = [
    ['  Müller-Lüdenscheidt ', 'muller ludenscheidt'],
    ['O’Neil', 'oneil'],
    ['Straße & Søn ApS', 'strasse son aps'],
    ['İstanbul Işık', 'istanbul isik'],
    ['Łódź', 'lodz'],
    ['Ελένη', 'ελενη'],
    ['ΟΔΥΣΣΕΑΣ Οδυσσέας', 'οδυσσεασ οδυσσεασ'],
    ['Acme™', 'acmetm'],
    ['王 小明', '王 小明'],
    ['ﬁne ２４', 'fine 24'],
    ['–— !', ''],
    ['𠮷野', '野'],
  ];
  for (const [name, words] of cases) assert.equal(wordsOfName(name).join(' '), words, name);
});

test('each word of a search begins a word of the name, whichever it is', async () => {
  const { all } = await searchIn([
    aPerson('Anna', 'Huber', { middle_name: 'Maria' }),
    aPerson('Hubert', 'Anders'),
    aPerson(null, 'Sukarno'),
    aCompany('Bäckerei Huber Wien'),
    aCompany('Hu'),
    aPerson('Ελένη', 'Παππασίδης'),
  ]);
  const found = async (name: string) => (await all(name)).flat();
  assert.deepEqual(await found('Hub'), [
    'huber anna maria',
    'anders hubert',
    'backerei huber wien',
  ]);
  assert.deepEqual(await found('ann'), ['huber anna maria']);
  assert.deepEqual(await found('Anna Huber'), ['huber anna maria']);
  assert.deepEqual(await found('huber, a.'), ['huber anna maria', 'anders hubert']);
  assert.deepEqual(await found('mar hub an'), ['huber anna maria']);
  assert.deepEqual(await found('hu'), [
    'hu',
    'huber anna maria',
    'anders hubert',
    'backerei huber wien',
  ]);
  assert.deepEqual(await found('a anna ander'), []);
  assert.deepEqual(await found('h hub an'), ['anders hubert', 'huber anna maria']);
  assert.deepEqual(await found('h hu hub'), [
    'huber anna maria',
    'anders hubert',
    'backerei huber wien',
  ]);
  assert.deepEqual(await found('hu hub'), [
    'huber anna maria',
    'anders hubert',
    'backerei huber wien',
  ]);
  assert.deepEqual(await found('wien back hub er'), []);
  assert.deepEqual(await found('SUKARNO'), ['sukarno']);
  assert.deepEqual(await found('uber'), []);
  // A capital sigma at the end of what was typed is in the middle of the name.
  assert.deepEqual(await found('ΠΑΠΠΑΣ'), ['παππασιδησ ελενη']);
});

const joined: readonly (readonly [sought: string, customer: Customer])[] = [
  ...['欧阳小明', '欧阳', '小明', '阳小'].map(
    (sought) => [sought, aPerson('小明', '欧阳')] as const,
  ),
  ...['高橋太郎', '橋太'].map((sought) => [sought, aPerson('太郎', '高橋')] as const),
  ...['김민수', '민수'].map((sought) => [sought, aPerson('민수', '김')] as const),
  ...['海康威视', '杭州海康威视', '威视数字'].map(
    (sought) => [sought, aCompany('杭州海康威视数字技术')] as const,
  ),
  ...['علیرضا', 'علی رضا', 'علی\u200cرضا'].map(
    (sought) => [sought, aPerson('علی\u200cرضا', 'Karimi')] as const,
  ),
  ...['abc', 'A.B.C.', 'abc trad'].map((sought) => [sought, aCompany('A.B.C. Trading')] as const),
  ...['att', 'AT&T', 'at t'].map((sought) => [sought, aCompany('AT&T')] as const),
  ...['o brien', 'OBrien', 'o’brien'].map((sought) => [sought, aPerson('Pat', 'O’Brien')] as const),
  ...['annamaria', 'anna maria', 'Anna-Maria', 'maria'].map(
    (sought) => [sought, aPerson('Anna-Maria', 'Huber')] as const,
  ),
];

for (const [sought, customer] of joined)
  test(`${sought} finds ${searchedName(customer)}, and by a stored entry of today`, async () => {
    const { all } = await searchIn([customer, aPerson('Bo', 'Zed'), aCompany('Other')]);
    assert.deepEqual((await all(sought)).flat(), [searchedName(customer)]);
    assert.deepEqual((await all(sought, 25, { status: 'active' })).flat(), [
      searchedName(customer),
    ]);
  });

test('what stands within a word, or in another order without blanks, is not found', async () => {
  const { all } = await searchIn([
    aPerson('小明', '欧阳'),
    aCompany('AT&T'),
    aPerson('Anna-Maria', 'Huber'),
  ]);
  for (const sought of ['小明欧阳', '阳', 'tt', 'namaria', 'mariaanna', 'uber'])
    assert.deepEqual((await all(sought)).flat(), [], sought);
});

test('a word that signs make longer than a key may be is looked up by its beginning', async () => {
  const { tables, page } = await searchIn([aPerson('Ann', 'Huber')]);
  tables.sent.length = 0;
  // Six characters of one sign, of three bytes each.
  assert.deepEqual(await page('㌖'.repeat(100)), { items: [], next: null });
  const bounds = tables.sent.flatMap(({ input }) =>
    Object.values(input.ExpressionAttributeValues ?? {}),
  );
  assert.ok(bounds.length > 0 && bounds.every((one) => Buffer.byteLength(String(one)) <= 1_024));
});

test('pages of any size, over any number of write shards, have every match once', async () => {
  const names = ['Ann', 'Bo', 'Cy', 'Ann', 'Dee', 'Ann'];
  const customers = names.flatMap((first, at) => [
    aPerson(first, `Hub${at}`),
    aPerson('Hub', `${first}${at}`),
  ]);
  for (const shards of [1, 4]) {
    const { all } = await searchIn(customers, shards);
    const once = (await all('hub', 100)).flat();
    assert.equal(once.length, 12);
    assert.deepEqual(once, [...once.slice(0, 6).toSorted(), ...once.slice(6).toSorted()]);
    for (const size of [1, 2, 5]) {
      const pages = await all('hub', size);
      assert.deepEqual(pages.flat(), once);
      assert.ok(pages.every(({ length }) => length <= size));
    }
    assert.equal((await all('ann hub', 2)).flat().length, 6);
  }
});

test('the other filters hold of a name, and a person who has been redacted is not found', async () => {
  const [early, late] = [
    aPerson('Ann', 'Early'),
    aPerson('Ann', 'Late', { created_at: '2026-05-01T00:00:00.000Z' }),
  ];
  const { all, page, tables } = await searchIn([early, late]);
  assert.deepEqual(await all('ann', 25, { created_after: '2026-04-01T00:00:00.000Z' }), [
    ['late ann'],
  ]);
  assert.deepEqual(await all('ann', 25, { created_before: '2026-04-01T00:00:00.000Z' }), [
    ['early ann'],
  ]);
  assert.deepEqual(await all('ann', 25, { status: 'suspended' }), [[]]);
  tables.give(...saveCustomer({ ...early, first_name: null, last_name: null }));
  assert.deepEqual(await all('ann'), [['late ann']]);
  await assert.rejects(page('ann', 1, early.id), { code: 'cursor_invalid' });
});

test('among thousands a page reads two thousand names at most, and those that begin with a word in one query', async () => {
  const many = Array.from({ length: 2_600 }, (_, at) =>
    aPerson('Bo', `M${String(at).padStart(4, '0')}`),
  );
  const { tables, page, all } = await searchIn([
    ...many,
    aPerson('Cy', 'Zed'),
    aPerson('Ann', 'Huber'),
  ]);
  assert.deepEqual((await page('huber', 5)).items.map(searchedName), ['huber ann']);
  tables.sent.length = 0;
  assert.equal((await page('m', 10)).items.length, 10);
  assert.deepEqual(
    tables.sent.map(({ operation }) => operation),
    ['Query', 'BatchGet'],
  );
  const first = await page('cy', 10);
  // Two queries that found nothing count as one each, and so does Huber.
  assert.deepEqual(first, { items: [], next: many[1_996]?.id });
  assert.deepEqual((await all('cy', 10)).flat(), ['zed cy']);
});
