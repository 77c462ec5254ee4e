import assert from 'node:assert/strict';
import { answer_characters_max, answerOf, pieceOf } from '../../../cli/mcp/answers.ts';
import { bodyOf, sentOf } from '../../../cli/mcp/arguments.ts';
import { actionsOf } from '../../../cli/mcp/tools.ts';
import { type Any, document } from '../../helpers/printed-document.ts';
import { test } from '../../helpers/tests.ts';

const { schemas } = document.components;
const bodyNamed = (id: string): Any =>
  actionsOf(document).find((one) => one.id === id)?.body ?? assert.fail(id);
const fitted = (id: string, given: unknown) => bodyOf(given, bodyNamed(id), schemas);
const ada = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test('null for an argument counts as not sent', () => {
  assert.deepEqual(sentOf({ action: 'list', limit: null, cursor: null, name: '', from: 0 }), {
    action: 'list',
    name: '',
    from: 0,
  });
});

const meant: Readonly<Record<string, readonly [string, unknown, unknown]>> = {
  'an object': ['customers.create', ada, ada],
  'an object as text': ['customers.create', JSON.stringify(ada), ada],
  'text with blanks around': ['customers.create', `\n ${JSON.stringify(ada)} `, ada],
  'an inner object as text': [
    'customers.create',
    { ...ada, address: '{"city":"London","country":"GB"}' },
    { ...ada, address: { city: 'London', country: 'GB' } },
  ],
  'an inner list as text': [
    'cards.update',
    { spending_controls: { limits: '[{"amount":1,"interval":"daily"}]' } },
    { spending_controls: { limits: [{ amount: 1, interval: 'daily' }] } },
  ],
  'text that looks like an object, where text is taken': [
    'cards.update',
    { nickname: '{"a":1}', metadata: { note: '[1]' } },
    { nickname: '{"a":1}', metadata: { note: '[1]' } },
  ],
  'null where the API takes none': ['cards.freeze', { reason: null }, { reason: null }],
  'null for a field of the other type': [
    'customers.create',
    { ...ada, legal_name: null, registration_number: null, incorporation_country: null },
    ada,
  ],
  'null for a field that nobody knows': ['customers.create', { ...ada, invented: null }, ada],
  'a name of null, which the API takes': [
    'customers.create',
    { ...ada, first_name: null },
    { ...ada, first_name: null },
  ],
  'null that removes a value': [
    'customers.update',
    { phone: null, last_name: null },
    { phone: null },
  ],
  'null that removes a key': [
    'customers.update',
    { metadata: { a: null } },
    { metadata: { a: null } },
  ],
  'null in a field of an inner object': [
    'webhooks.update',
    { destination: { type: 'sqs', queue_url: 'https://x', bus_arn: null } },
    { destination: { type: 'sqs', queue_url: 'https://x' } },
  ],
  'a field that nobody knows, for the API to refuse': [
    'customers.create',
    { ...ada, invented: 1 },
    { ...ada, invented: 1 },
  ],
  'numbers, booleans and false': [
    'simulations.authorization',
    { amount: 0, is_amount_controllable: false, merchant_name: null },
    { amount: 0, is_amount_controllable: false, merchant_name: null },
  ],
};

for (const [what, [id, given, expected]] of Object.entries(meant))
  test(`a body of ${id} is sent as it is meant: ${what}`, () =>
    assert.deepEqual(fitted(id, given), expected));

test('a body that is no object is refused with a sentence', () => {
  for (const given of ['Ada', '', '[1]', '{"a":', 'null', 1, true, [ada]])
    assert.throws(() => fitted('customers.create', given), {
      name: 'UsageError',
      message: 'body takes a JSON object.',
    });
});

test('a name that every object inherits is a field that nobody knows', () => {
  const schema = { type: 'object', properties: { a: reference('Metadata') } };
  assert.deepEqual(bodyOf(JSON.parse('{"constructor":null,"toString":1}'), schema, schemas), {
    toString: 1,
  });
});

test('fields beside body are refused with the place where they belong', async () => {
  const create = actionsOf(document).find(({ id }) => id === 'customers.create') ?? assert.fail();
  const never: Any = () => assert.fail('it was sent');
  await assert.rejects(answerOf(never, create, { action: 'create', ...ada }, schemas), {
    message:
      'customers.create does not take type, first_name, last_name. The fields of its resource go into body.',
  });
});

test('a piece of a page is never longer than an answer may be, and the pieces are the page', () => {
  for (const text of [
    'x'.repeat(answer_characters_max),
    'x'.repeat(3 * answer_characters_max),
    '😀'.repeat(30_001),
    '',
  ]) {
    let [whole, from] = ['', 0];
    for (let next: number | undefined = 0; next !== undefined; ) {
      const piece = pieceOf(text, from);
      assert.ok(piece.length <= answer_characters_max && piece.isWellFormed());
      const cut = /\n\[cut at character (\d+) of \d+\]$/.exec(piece);
      whole += cut ? piece.slice(0, cut.index) : piece;
      next = cut ? Number(cut[1]) : undefined;
      from = next ?? from;
    }
    assert.equal(whole, text);
  }
});
