import assert from 'node:assert/strict';
import {
  absent,
  eachOf,
  nested,
  optional,
  reading,
  required,
  storedForm,
  storedFormBy,
  textMap,
  whole,
} from '../../../../functions/core/dynamodb/stored-form.ts';
import { describe, test } from '../../../helpers/tests.ts';

type Owner = { name: string; language: string | null };
type Dog = {
  kind: 'dog';
  id: string;
  owner: Owner | null;
  owners: readonly Owner[];
  tricks: readonly string[];
};
type Cat = {
  kind: 'cat';
  id: string;
  lives: number;
  marks: Readonly<Record<string, string>>;
  note?: string;
  raw: object;
};

const owner = storedForm<Owner>({ name: required, language: absent(null) });
const dog = storedForm<Dog>({
  kind: required,
  id: required,
  owner: nested(owner, absent(null)),
  owners: eachOf(owner, absent([])),
  tricks: absent([]),
});
const cat = storedForm<Cat>({
  kind: required,
  id: required,
  lives: absent(9),
  marks: textMap,
  note: optional,
  raw: whole(required),
});
const read = reading('resources', 'animal', storedFormBy<Dog | Cat, 'kind'>('kind', { dog, cat }));

const rex = {
  kind: 'dog',
  id: 'dog_1',
  owner: { name: 'Ada', language: 'en' },
  owners: [],
  tricks: ['sit'],
};
const tom = {
  kind: 'cat',
  id: 'cat_1',
  lives: 7,
  marks: '{"ear":"torn"}',
  note: 'shy',
  raw: { a: { b: 1 } },
};

describe('an item is read by its form', () => {
  const cases: readonly (readonly [name: string, stored: object, expected: object])[] = [
    ['a whole one as it is', rex, rex],
    ['a map from its text', tom, { ...tom, marks: { ear: 'torn' } }],
    [
      'one without anything that has a default',
      { kind: 'dog', id: 'd' },
      { kind: 'dog', id: 'd', owner: null, owners: [], tricks: [] },
    ],
    [
      'one without an optional field, which stays absent',
      { kind: 'cat', id: 'c', raw: {} },
      { kind: 'cat', id: 'c', raw: {}, lives: 9, marks: {} },
    ],
    [
      'zero, false and the empty text as they are',
      { ...tom, lives: 0, note: '' },
      { ...tom, lives: 0, note: '', marks: { ear: 'torn' } },
    ],
    ['null as null, whatever the default is', { ...rex, owners: null }, { ...rex, owners: null }],
    [
      'an object within that lacks a field',
      { ...rex, owner: { name: 'Ada' } },
      { ...rex, owner: { name: 'Ada', language: null } },
    ],
    [
      'objects of a list that lack a field',
      { ...rex, owners: [{ name: 'A' }, { name: 'B', language: 'fr' }] },
      {
        ...rex,
        owners: [
          { name: 'A', language: null },
          { name: 'B', language: 'fr' },
        ],
      },
    ],
    [
      'null in a list as null',
      { ...rex, owners: [null, rex.owner] },
      { ...rex, owners: [null, rex.owner] },
    ],
    [
      'fields that only newer code knows, at any depth',
      { ...rex, age: 3, owner: { ...rex.owner, age: 4 } },
      { ...rex, age: 3, owner: { ...rex.owner, age: 4 } },
    ],
    ['a text map without an entry', { ...tom, marks: '{}' }, { ...tom, marks: {} }],
  ];
  for (const [name, stored, expected] of cases)
    test(name, () => assert.deepEqual(read(stored), expected));

  test('without changing what was stored', () => {
    const stored = { kind: 'dog', id: 'd', owners: [{ name: 'A' }] };
    read(stored);
    assert.deepEqual(stored, { kind: 'dog', id: 'd', owners: [{ name: 'A' }] });
  });
});

describe('an item that lacks what it must have is unreadable, and the error names table, kind, id and field', () => {
  const key = { pk: 'biz_1/secret', sk: 'hidden' };
  const cases: readonly (readonly [stored: unknown, message: string])[] = [
    [{ ...key, id: 'dog_1' }, 'resources: the animal dog_1 has no kind'],
    [{ ...key, id: 'dog_1', kind: 'cow' }, 'resources: the animal dog_1 has no kind'],
    [{ ...key, id: 'dog_1', kind: 'toString' }, 'resources: the animal dog_1 has no kind'],
    [{ ...key, kind: 'dog' }, 'resources: the animal without an id has no id'],
    [{ ...key, ...rex, owner: {} }, 'resources: the animal dog_1 has no owner.name'],
    [
      { ...key, ...rex, owners: [rex.owner, {}] },
      'resources: the animal dog_1 has no owners[1].name',
    ],
    [{ ...key, kind: 'cat', id: 'cat_1' }, 'resources: the animal cat_1 has no raw'],
    [undefined, 'resources: the animal without an id has no kind'],
    ['text', 'resources: the animal without an id has no kind'],
  ];
  for (const [stored, message] of cases)
    test(message, () => assert.throws(() => read(stored), { name: 'UnreadableItem', message }));

  test('and so is one whose map is no JSON', () => {
    const message = `resources: the animal ${tom.id} has a damaged marks`;
    assert.throws(() => read({ ...tom, marks: 'no json' }), { name: 'UnreadableItem', message });
  });
});

test('a declaration that lacks a field, or the form of what is within one, does not compile', () => {
  // @ts-expect-error: without the language, which would then be undefined
  const lacking = storedForm<Owner>({ name: required });
  assert.deepEqual(lacking.read({ name: 'Ada' }), { name: 'Ada' });
  // @ts-expect-error: a number is no language
  const mistyped = storedForm<Owner>({ name: required, language: absent(1) });
  assert.deepEqual(mistyped.read({ name: 'Ada' }), { name: 'Ada', language: 1 });
  // @ts-expect-error: the fields of an owner are not declared
  const shallow = storedForm<Pick<Dog, 'owner'>>({ owner: absent(null) });
  assert.deepEqual(shallow.read({ owner: {} }), { owner: {} });
  // @ts-expect-error: nor are those of the owners in a list
  const shallowList = storedForm<Pick<Dog, 'owners'>>({ owners: required });
  assert.deepEqual(shallowList.read({ owners: [{}] }), { owners: [{}] });
});
