import assert from 'node:assert/strict';
import { incremented } from '../../../../functions/issuing/authorizations/increment.ts';
import {
  type Authorization,
  newAuthorization,
} from '../../../../functions/issuing/authorizations/model.ts';
import {
  type AuthorizationNotice,
  noticedAuthorization,
} from '../../../../functions/issuing/authorizations/settlement.ts';
import { countersAt, nothingSpent } from '../../../../functions/issuing/cards/spending.ts';
import {
  aNotice,
  anAuthorization,
  aSubject,
  byRules,
} from '../../../helpers/fixtures/authorizations.ts';
import { aCard, now } from '../../../helpers/fixtures/cards.ts';
import { test } from '../../../helpers/tests.ts';

/** Every order of some things. */
const ordersOf = <T>(things: readonly T[]): T[][] =>
  things.length === 0
    ? [[]]
    : things.flatMap((thing, at) =>
        ordersOf(things.filter((_, other) => other !== at)).map((rest) => [thing, ...rest]),
      );

type Notice = Omit<AuthorizationNotice, 'transactions'>;

/**
 * The authorization that notices leave, each without the members that only say when it was
 * recorded.
 */
const leftBy = (first: Authorization, notices: readonly Notice[]) => {
  const last = notices.reduce((found, notice) => {
    const transitions = noticedAuthorization(found, notice, [], now);
    return transitions.at(-1)?.after ?? found;
  }, first);
  const { status, amount, approved, amount_as_of } = last;
  return { status, amount, approved, amount_as_of };
};

const decided = anAuthorization();
/** One that was never requested here, as its first notice records it. */
const unasked = newAuthorization(
  aSubject(),
  {
    id: decided.id,
    card: aCard(),
    decline_reason: null,
    windows: decided.windows,
    record: { ...byRules, decided_by: 'issuer' },
  },
  now,
).after;

/** The approval, all in its second: more is approved, and then less is left. */
const cases: readonly (readonly [name: string, notices: readonly Notice[], amount: number])[] = [
  ['approval and reversal of a part', [aNotice({}, 0), aNotice({ amount: 60 }, 0)], 60],
  ['two reversals', [aNotice({}, 0), aNotice({ amount: 60 }, 0), aNotice({ amount: 20 }, 0)], 20],
  [
    'an increase and then a reversal below the first amount',
    [
      aNotice({}, 0),
      aNotice({ amount: 150, approvals: 2 }, 0),
      aNotice({ amount: 90, approvals: 2 }, 0),
    ],
    90,
  ],
  [
    'a reversal between two approvals',
    [aNotice({}, 0), aNotice({ amount: 40 }, 0), aNotice({ amount: 140, approvals: 2 }, 0)],
    140,
  ],
  [
    'a reversal in the next second',
    [aNotice({}, 0), aNotice({ amount: 60 }, 1), aNotice({ amount: 60 }, 1)],
    60,
  ],
  [
    'a reversal, then the capture that closes it',
    [
      aNotice({}, 0),
      aNotice({ amount: 60 }, 0),
      aNotice({ amount: 60, status: 'closed' }, 0),
      aNotice({}, 0),
    ],
    60,
  ],
];

for (const [name, notices, amount] of cases)
  test(`${name} end in one state in every order, also if each comes twice`, () => {
    for (const first of [decided, unasked]) {
      const expected = leftBy(first, notices);
      assert.equal(expected.amount, amount);
      for (const order of ordersOf(notices)) {
        assert.deepEqual(leftBy(first, order), expected);
        assert.deepEqual(leftBy(first, [...order, ...order.toReversed()]), expected);
      }
    }
  });

test('an increase that was decided here is later than every amount before it of the same second', () => {
  const counters = countersAt(nothingSpent, now);
  const of = { asked_at: decided.amount_as_of, amount: 150, record: byRules };
  const { after } = incremented(decided, { decline_reason: null, counters }, of, now);
  const before = [aNotice({}, 0), aNotice({ amount: 60 }, 0)];
  for (const order of ordersOf(before)) assert.equal(leftBy(after, order).amount, 150);
  assert.equal(leftBy(after, [aNotice({ amount: 130, approvals: 2 }, 0), ...before]).amount, 130);
});
