import assert from 'node:assert/strict';
import { entriesFor } from '../../../openapi/changelog.ts';
import { changesSince, unnamedIn } from '../../../openapi/compare.ts';
import { withPartsInPlace } from '../../../openapi/shared-parts.ts';
import { type Any, document, resolved } from '../../helpers/printed-document.ts';
import { test } from '../../helpers/tests.ts';

/** The changes where the present document is the older one, and the edited one the next. */
const after = (edit: (next: Any) => void): string[] => {
  const next = structuredClone(document);
  edit(next);
  return changesSince(document, next).map(
    ({ place, what, breaking }) => `${breaking ? 'breaking' : 'additive'}: ${place} ${what}`,
  );
};

test('a document does not differ from itself', () => {
  assert.deepEqual(
    after(() => undefined),
    [],
  );
});

test('a header in another case is the same header, and a parameter of a query is not', () => {
  assert.deepEqual(
    after((next) => put(next.components.parameters.IfMatch, 'name', 'if-match')),
    [],
  );
  const [gone] = after(({ paths: { '/cards': cards } }) => {
    const { parameters } = cards.get;
    parameters[0] = { ...resolved(parameters[0]), name: 'LIMIT' };
  }).filter((one) => one.startsWith('breaking'));
  assert.match(String(gone), /^breaking: GET \/cards query\.limit is gone/);
});

test('a parameter, a response and a field are the same in their place and in the components', () => {
  const inPlace = structuredClone(withPartsInPlace(document));
  assert.doesNotMatch(
    JSON.stringify([inPlace.paths, inPlace.webhooks]),
    /#\/components\/(parameters|responses)/,
  );
  assert.notDeepEqual(inPlace.paths, document.paths);
  assert.deepEqual([...changesSince(inPlace, document), ...changesSince(document, inPlace)], []);
  fieldsOf(inPlace, 'CardActivatedEvent').sequence = inPlace.components.schemas.EventSequence;
  assert.deepEqual(changesSince(inPlace, document), []);
});

const put = (into: Any, name: string, value: unknown): void =>
  void Object.assign(into, { [name]: value });
const fieldsOf = (next: Any, name: string): Any => next.components.schemas[name].properties;
const freeze = '/cards/{card_id}/freeze';
const text = { type: 'string' };

const cases: readonly (readonly [change: string, edit: (next: Any) => void])[] = [
  [`breaking: POST ${freeze} is gone`, ({ paths }) => delete paths[freeze]],
  [
    `breaking: POST ${freeze} does not return 200`,
    ({ paths }) => delete paths[freeze].post.responses[200],
  ],
  [
    `breaking: POST ${freeze} needs a body`,
    ({ paths }) => put(paths[freeze].post.requestBody, 'required', true),
  ],
  ['additive: POST /boats is new', ({ paths }) => put(paths, '/boats', paths[freeze])],
  ['breaking: card.frozen is gone', ({ webhooks }) => delete webhooks['card.frozen']],
  [
    'breaking: GET /cards query.limit is gone',
    ({ paths }) => void paths['/cards'].get.parameters.shift(),
  ],
  [
    'breaking: PATCH /cards/{card_id} header.if-match is req',
    (d) => put(d.components.parameters.IfMatch, 'required', true),
  ],
  ['breaking: Card.nickname is gone', (d) => delete fieldsOf(d, 'Card').nickname],
  ['additive: Card.color is new', (d) => put(fieldsOf(d, 'Card'), 'color', text)],
  ['additive: Card.brand is deprecated', (d) => put(fieldsOf(d, 'Card').brand, 'deprecated', true)],
  [
    'breaking: Card.brand may be null',
    (d) => put(fieldsOf(d, 'Card').brand, 'type', ['string', 'null']),
  ],
  [
    'breaking: Card.exp_year is not integer',
    (d) => put(fieldsOf(d, 'Card').exp_year, 'type', 'string'),
  ],
  ['breaking: Card.id is optional', (d) => put(d.components.schemas.Card, 'required', [])],
  [
    'additive: CardStatus has the value lost',
    (d) => d.components.schemas.CardStatus.enum.push('lost'),
  ],
  ['additive: CardPatch.color is new', (d) => put(fieldsOf(d, 'CardPatch'), 'color', text)],
  [
    'breaking: VirtualCardCreate.nickname is gone',
    (d) => delete fieldsOf(d, 'VirtualCardCreate').nickname,
  ],
  [
    'breaking: CardActivate.last4 has another pattern',
    (d) => put(fieldsOf(d, 'CardActivate').last4, 'pattern', '^1$'),
  ],
  [
    'breaking: CardPatch.nickname is required',
    (d) => put(d.components.schemas.CardPatch, 'required', ['nickname']),
  ],
  ['breaking: CardCurrency has no value', (d) => d.components.schemas.CardCurrency.enum.shift()],
  [
    'breaking: CardPatch.nickname has maxLength 9',
    (d) => put(fieldsOf(d, 'CardPatch').nickname, 'maxLength', 9),
  ],
  [
    'additive: CardPatch.nickname has maxLength 900',
    (d) => put(fieldsOf(d, 'CardPatch').nickname, 'maxLength', 900),
  ],
  [
    'breaking: CustomerCreate has no form Busi',
    (d) => d.components.schemas.CustomerCreate.oneOf.pop(),
  ],
];

for (const [change, edit] of cases)
  test(change, () => {
    const found = after(edit);
    assert.ok(
      found.some((one) => one.startsWith(change)),
      JSON.stringify(found),
    );
    assert.equal(
      found.some((one) => one.startsWith('breaking')),
      change.startsWith('breaking'),
      JSON.stringify(found),
    );
  });

test('a breaking change that the changelog does not name is left', () => {
  const changes = [
    { place: 'Card.nickname', what: 'is gone', breaking: true },
    { place: 'Card.color', what: 'is new', breaking: false },
  ];
  assert.deepEqual(unnamedIn('- `Card.nickname` is gone.', changes), []);
  assert.deepEqual(unnamedIn('- Card.nickname is gone.', changes), [changes[0]]);
});

test('the entries for the changelog name each place that it lacks, what breaks first, in its form', () => {
  const next: Any = structuredClone(document);
  put(next.paths, '/boats', { post: { ...next.paths[freeze].post, summary: 'Float' } });
  for (const name of ['color', 'weight']) put(fieldsOf(next, 'Card'), name, text);
  delete fieldsOf(next, 'CardPatch').nickname;
  const changes = changesSince(document, next);
  assert.equal(
    entriesFor('', changes, next),
    [
      '- Not additive: `CardPatch.nickname` is gone.',
      '- `POST /boats`: Float.',
      '- Each of `Card.color` and `Card.weight` is new.',
    ].join('\n'),
  );
  const section =
    'A card has a `Card.weight`; `POST\n  /boats` floats it, and `CardPatch.nickname` is gone.';
  assert.equal(entriesFor(section, changes, next), '- `Card.color` is new.');
  assert.deepEqual(unnamedIn(section, changes), []);
});

test('a long entry goes on in the next line, which has at most 120 characters', () => {
  const changes = Array.from({ length: 20 }, (_, nth) => ({
    place: `Card.field${nth}`,
    what: 'is new',
    breaking: false,
  }));
  const lines = entriesFor('', changes, document).split('\n');
  assert.ok(lines.length > 1 && lines.slice(1).every((line) => /^ {2}\S/.test(line)));
  assert.ok(lines.every(({ length }) => length <= 120));
});
