import assert from 'node:assert/strict';
import { isEventTypePattern, subscribesTo } from '../../../../functions/delivery/webhooks/model.ts';
import { test } from '../../../helpers/tests.ts';

const cases: readonly [pattern: string, type: string, covered: boolean][] = [
  ['*', 'customer.created', true],
  ['customer.*', 'customer.created', true],
  ['customer.created', 'customer.created', true],
  ['customer.created', 'customer.closed', false],
  ['customer.*', 'card.created', false],
  ['card.*', 'card_program.created', false],
  ['card', 'card.created', false],
  ['*.created', 'card.created', false],
  ['card.c*', 'card.created', false],
  ['.*', 'card.created', false],
  ['**', 'card.created', false],
  ['', 'card.created', false],
  ['Customer.*', 'customer.created', false],
];

for (const [pattern, type, covered] of cases) {
  test(`${pattern} ${covered ? 'covers' : 'does not cover'} ${type}`, () => {
    assert.equal(subscribesTo([pattern], type), covered);
    assert.equal(isEventTypePattern(pattern, [type]), covered);
  });
}

test('one pattern of several is enough, none is not', () => {
  assert.ok(subscribesTo(['card.*', 'customer.closed'], 'customer.closed'));
  assert.ok(!subscribesTo([], 'customer.closed'));
});
