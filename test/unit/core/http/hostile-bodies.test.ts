import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import {
  suspendCustomer,
  updateCustomer,
} from '../../../../functions/identity/customers/routes.ts';
import type { Sent } from '../../../helpers/api-event.ts';
import { answerOf, outcomeOf } from '../../../helpers/sent-to-customers.ts';
import { describe, test } from '../../../helpers/tests.ts';

const coded = (encoding: string): NonNullable<Sent['headers']> => [
  ['idempotency-key', 'key'],
  ['content-type', 'application/json'],
  ['content-ENCODING', encoding],
];

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('a body that is', () => {
  const bodies: readonly [string, string | Buffer | null, string][] = [
    ['absent', null, '200'],
    ['empty', '', '200'],
    ['an empty object', '{}', '200'],
    ['an object in white space', ' \n{"reason":"x"}\t', '200'],
    ['base64', Buffer.from('{"reason":"é"}'), '200'],
    ['white space', '  ', '400 malformed_json'],
    ['cut off', '{"reason":', '400 malformed_json'],
    ['followed by more', '{} {}', '400 malformed_json'],
    ['with a byte order mark first', '\uFEFF{}', '400 malformed_json'],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), '400 malformed_json'],
    ['not a number', 'NaN', '400 malformed_json'],
    ['in single quotes', "{'reason':'x'}", '400 malformed_json'],
    ['null, as generated clients send for none', ' null', '200'],
    ['a list', '[]', '400 validation_failed  invalid_type'],
    ['a number', '1e999', '400 validation_failed  invalid_type'],
    ['a text', '"{}"', '400 validation_failed  invalid_type'],
    ['an optional field of null', '{"reason":null}', '200'],
    [
      'a member given twice',
      '{"reason":"x","reason":"y"}',
      '400 validation_failed /reason invalid_value',
    ],
    [
      'a member given twice, escaped',
      '{"reason":"x","re\\u0061son":"x"}',
      '400 validation_failed /reason invalid_value',
    ],
    [
      'a member given twice in a list',
      '{"a":[{"b":1},{"b":1,"c":{"b":[]},"b/~":2,"b/~":2}]}',
      '400 validation_failed /a/1/b~1~0 invalid_value, /a unknown_field',
    ],
    ['names that stand in texts and in other objects', '{"reason":"\\"reason\\":{,"}', '200'],
    [
      'a prototype',
      '{"__proto__":{"reason":"x"}}',
      '400 validation_failed /__proto__ unknown_field',
    ],
    [
      'a constructor',
      '{"constructor":{"prototype":{}}}',
      '400 validation_failed /constructor unknown_field',
    ],
    ['32 levels deep', nested(32), '400 validation_failed /a unknown_field'],
    ['33 levels deep', nested(33), '400 malformed_json'],
    ['brackets for 200 KB', '['.repeat(200_000), '400 malformed_json'],
    [
      'closed brackets for 200 KB',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      '400 malformed_json',
    ],
    [
      'half a surrogate pair',
      '{"reason":"\\ud800"}',
      '400 validation_failed /reason invalid_format',
    ],
    [
      'halves of surrogate pairs in a list, in a name and in an unknown field, and a whole pair',
      '{"a":[1,"x\\ud800y"],"b":{"\\udc00":1},"c":"\\ud83d\\ude00"}',
      '400 validation_failed /a/1 invalid_format, /b invalid_format',
    ],
    ['a line break', '{"reason":"a\\nb"}', '400 validation_failed /reason invalid_format'],
    ['exactly the limit', `{"reason":"x"}${' '.repeat(262_130)}`, '200'],
    ['one byte over', `{"reason":"x"}${' '.repeat(262_131)}`, '413 body_too_large'],
    [
      'over in bytes, not in characters',
      `{"reason":"${'é'.repeat(131_072)}"}`,
      '413 body_too_large',
    ],
    ['over before base64', Buffer.alloc(262_145, ' '), '413 body_too_large'],
  ];
  for (const [name, body, outcome] of bodies)
    test(`${name}: ${outcome}`, async () =>
      assert.equal(await outcomeOf(suspendCustomer, { body }), outcome));
});

describe('what is said of a body', () => {
  const details: readonly [string, Sent, number, string][] = [
    ['that begins with a byte order mark', { body: '\uFEFF{}' }, 400, 'byte order mark'],
    ['of bytes that begin with one', { body: Buffer.from('\uFEFF{}') }, 400, 'byte order mark'],
    [
      'that is compressed',
      { body: gzipSync('{}'), headers: coded('gzip') },
      415,
      'Content-Encoding',
    ],
    ['that only says so', { body: '{}', headers: coded('br, identity') }, 415, 'Content-Encoding'],
  ];
  for (const [name, sent, status, named] of details)
    test(`${name}: ${status}, and names it`, async () => {
      const answer = await answerOf(suspendCustomer, sent);
      assert.equal(answer.status, status);
      assert.ok(answer.json.detail.includes(named), answer.json.detail);
    });

  test('without an encoding: 200', async () =>
    assert.equal(
      await outcomeOf(suspendCustomer, { body: '{}', headers: coded('Identity') }),
      '200',
    ));

  test('that is null where fields are required: 400', async () =>
    assert.equal(
      await outcomeOf(updateCustomer, { body: 'null' }),
      '400 validation_failed  invalid_type',
    ));
});
