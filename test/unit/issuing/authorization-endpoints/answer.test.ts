import assert from 'node:assert/strict';
import { parseAnswer } from '../../../../functions/issuing/authorization-endpoints/answer.ts';
import { describe, test } from '../../../helpers/tests.ts';

const fixed = { amount: 4_250, is_amount_controllable: false };
const pump = { amount: 10_000, is_amount_controllable: true };
const opinion = (answer: unknown, asked = fixed) => parseAnswer(JSON.stringify(answer), asked);
const silent = { reason: null, metadata: {} };

describe('what a business answers', () => {
  const taken: [string, unknown, object, typeof fixed?][] = [
    ['an approval', { decision: 'approve' }, { decision: 'approve', amount: 4_250, ...silent }],
    [
      'of the whole amount',
      { decision: 'approve', amount: 4_250 },
      { decision: 'approve', amount: 4_250, ...silent },
    ],
    [
      'of null',
      { decision: 'approve', amount: null },
      { decision: 'approve', amount: 4_250, ...silent },
    ],
    [
      'of a part',
      { decision: 'approve', amount: 1 },
      { decision: 'approve', amount: 1, ...silent },
      pump,
    ],
    ['a decline', { decision: 'decline' }, { decision: 'decline', amount: null, ...silent }],
    [
      'a decline of a part',
      { decision: 'decline', amount: 'all' },
      { decision: 'decline', amount: null, ...silent },
    ],
    [
      'more than is known',
      { decision: 'approve', x: [1] },
      { decision: 'approve', amount: 4_250, ...silent },
    ],
    [
      'a decline with words',
      { decision: 'decline', reason: 'insufficient_funds', metadata: { ledger: 'a-7' } },
      {
        decision: 'decline',
        amount: null,
        reason: 'insufficient_funds',
        metadata: { ledger: 'a-7' },
      },
    ],
  ];
  for (const [what, answer, expected, asked] of taken)
    test(`is ${what}`, () => assert.deepEqual(opinion(answer, asked), expected));

  const bad: [string, unknown, typeof fixed?][] = [
    ['nothing', undefined],
    ['a list', ['approve']],
    ['another word', { decision: 'Approve' }],
    ['less where the amount is fixed', { decision: 'approve', amount: 4_249 }],
    ['more', { decision: 'approve', amount: 10_001 }, pump],
    ['nothing of it', { decision: 'approve', amount: 0 }, pump],
    ['a negative part', { decision: 'approve', amount: -1 }, pump],
    ['a broken part', { decision: 'approve', amount: 1.5 }, pump],
    ['a part in words', { decision: 'approve', amount: '100' }, pump],
  ];
  for (const [what, answer, asked] of bad)
    test(`is no opinion where it is ${what}`, () =>
      assert.equal(opinion(answer, asked), undefined));
  test('is no opinion where it is no JSON, or cut off', () => {
    for (const text of ['', 'approve', '{"decision":"appr'])
      assert.equal(parseAnswer(text, fixed), undefined);
  });
});

describe('an answer in which a member stands twice is no opinion', () => {
  const texts: [string, string][] = [
    ['a decline and an approval', '{"decision":"decline","decision":"approve"}'],
    ['an approval and a decline', '{"decision":"approve","decision":"decline"}'],
    ['the same decision', '{"decision":"approve","decision":"approve"}'],
    ['a decision under an escaped name', '{"decision":"decline","decis\\u0069on":"approve"}'],
    ['two amounts', '{"decision":"approve","amount":10000,"amount":1}'],
    ['two reasons', '{"decision":"decline","reason":"a","reason":"b"}'],
    [
      'two entries of the metadata',
      '{"decision":"decline","metadata":{"ledger":"a","ledger":"b"}}',
    ],
    ['a member that is not read', '{"decision":"approve","trace":[{"id":1,"id":2}]}'],
    ['a prototype', '{"__proto__":1,"decision":"approve","__proto__":2}'],
    [
      'members with others between them',
      '{"decision":"decline","reason":"x","metadata":{},"decision":"approve"}',
    ],
  ];
  for (const [name, text] of texts)
    test(name, () => assert.equal(parseAnswer(text, pump), undefined));
  test('the same name in two objects, or within a text, is no second member', () => {
    const text =
      '{"decision":"approve","amount":1,"a":{"decision":1},"b":[{"decision":1}],"reason":"\\"decision\\":1"}';
    assert.equal(parseAnswer(text, pump)?.decision, 'approve');
  });
});

describe('words of a business never change its decision', () => {
  const reasonOf = (reason: unknown) => opinion({ decision: 'decline', reason })?.reason;
  const metadataOf = (metadata: unknown) => opinion({ decision: 'decline', metadata })?.metadata;

  test('reasons are cut and cleaned', () => {
    assert.equal(reasonOf('é'.repeat(300)), 'é'.repeat(200));
    assert.equal(reasonOf('no\u0000 funds\u202e'), 'no  funds');
    for (const none of [' ', '', 7, null, { a: 1 }]) assert.equal(reasonOf(none), null);
  });
  test('and dropped with a card number in them, also behind the cut', () => {
    assert.equal(reasonOf('card 4242 4242 4242 4242'), null);
    assert.equal(reasonOf(`${'x'.repeat(195)} 4242 4242 4242 4242`), null);
  });
  test('metadata that is none is dropped whole', () => {
    for (const none of [
      { a: 1 },
      'text',
      { a: '4242 4242 4242 4242' },
      { ['k'.repeat(41)]: 'v' },
      null,
    ])
      assert.deepEqual(metadataOf(none), {});
  });
});
