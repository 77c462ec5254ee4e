import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  authorizationStatuses,
  declined_by_issuer,
} from '../../../../functions/issuing/authorizations/decision.ts';
import {
  type Authorization,
  authorizationTransitions,
  countedAmount,
  newAuthorization,
} from '../../../../functions/issuing/authorizations/model.ts';
import {
  type AuthorizationNotice,
  noticedAuthorization,
} from '../../../../functions/issuing/authorizations/settlement.ts';
import { windowsAt } from '../../../../functions/issuing/cards/spending.ts';
import {
  aNotice,
  anAuthorization,
  aSubject,
  aTransactionNotice,
  byRules,
} from '../../../helpers/fixtures/authorizations.ts';
import { aCard, now } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { trials } from '../../../helpers/trials.ts';

const aCapture = (amount: number) => [aTransactionNotice({ amount })];
const aRefund = (amount: number) => [
  aTransactionNotice({ kind: 'refund', issuer_reference: 'ipi_2', amount }),
];

/** An authorization after a notice, whose transactions are recorded once. */
const noticed = (found: Authorization, { transactions, ...notice }: AuthorizationNotice) => {
  const all = transactions.map(({ issuer_reference: id, kind, amount }) => ({ id, kind, amount }));
  const recorded = all.filter(({ id }) => !found.transactions.some((one) => one.id === id));
  return noticedAuthorization(found, notice, recorded, now);
};
const received = (found: Authorization, ...notices: AuthorizationNotice[]) =>
  notices.reduce((current, notice) => noticed(current, notice).at(-1)?.after ?? current, found);
const eventsOf = (found: Authorization, notice: AuthorizationNotice) =>
  noticed(found, notice).map(({ event }) => event ?? null);
/** The last report of the notices, whatever came before. */
const settledOf = (one: Authorization) => {
  const { approved, decline_reason, status, amount, captured_amount, refunded_amount } = one;
  return {
    approved,
    decline_reason,
    status,
    amount,
    captured_amount,
    refunded_amount,
    counted: countedAmount(one),
  };
};

for (const from of authorizationStatuses)
  for (const to of authorizationStatuses)
    test(`what is ${from} and is said to be ${to} goes along the table, or stays`, () => {
      const event = authorizationTransitions[from][to];
      const found = anAuthorization({ status: from });
      const { status, version } = received(found, aNotice({ status: to }));
      assert.equal(status, event === undefined ? from : to);
      if (event !== undefined)
        assert.deepEqual([eventsOf(found, aNotice({ status: to })), version], [[event], 2]);
      else assert.deepEqual(eventsOf(found, aNotice({ status: to }, 0)), []);
    });

describe('a new authorization', () => {
  const decided = {
    id: 'auth_1',
    record: byRules,
    card: aCard({ counted_with: 'card_first' }),
    windows: windowsAt(now),
  };

  test('that is approved is pending and counts all of it', () => {
    const { after, event } = newAuthorization(
      aSubject(),
      { ...decided, decline_reason: null },
      now,
    );
    assert.equal(event, 'card.authorization_approved');
    assert.deepEqual(after, anAuthorization({ id: 'auth_1', counted_with: 'card_first' }));
    assert.equal(countedAmount(after), 100);
  });

  test('that is declined is closed and counts nothing', () => {
    const { after, event } = newAuthorization(
      aSubject(),
      { ...decided, decline_reason: 'card_frozen' },
      now,
    );
    assert.equal(event, 'card.authorization_declined');
    const history = [{ status: 'closed', amount: 0, at: now.toISOString() }];
    const { approved, decline_reason, status } = after;
    assert.deepEqual(
      [approved, decline_reason, status, after.history],
      [false, 'card_frozen', 'closed', history],
    );
    assert.equal(countedAmount(after), 0);
  });
});

describe('what counts', () => {
  const lines: [string, Partial<AuthorizationNotice>, number][] = [
    ['all of it while it is pending', {}, 100],
    ['no more while part of it was captured', { transactions: aCapture(40) }, 100],
    ['what was captured beyond it', { transactions: aCapture(140) }, 140],
    ['what it was raised to', { amount: 250 }, 250],
    ['what is left after a part was given back', { amount: 30 }, 30],
    ['what was captured in the end', { status: 'closed', transactions: aCapture(100) }, 100],
    ['less, where less was captured', { status: 'closed', transactions: aCapture(60) }, 60],
    ['more, where more was captured', { status: 'closed', transactions: aCapture(115) }, 115],
    ['nothing after it was reversed', { status: 'reversed', amount: 0 }, 0],
    ['nothing after it has expired', { status: 'expired' }, 0],
    [
      'less by what was refunded',
      { status: 'closed', transactions: [...aCapture(90), ...aRefund(30)] },
      60,
    ],
    [
      'nothing where more was refunded than captured',
      { status: 'closed', transactions: [...aCapture(9), ...aRefund(30)] },
      0,
    ],
    [
      'all that is held where nothing was captured that is refunded',
      { transactions: aRefund(30) },
      100,
    ],
    [
      'what was captured before the rest was reversed',
      { status: 'reversed', amount: 0, transactions: aCapture(25) },
      25,
    ],
  ];
  for (const [what, notice, counted] of lines)
    test(`is ${what}`, () => {
      const after = received(anAuthorization(), aNotice(notice));
      assert.equal(countedAmount(after), counted);
      assert.equal(after.history.at(-1)?.amount, counted);
    });

  test('of what was reversed is shown beside the amount that was asked', () => {
    const { amount, status, history } = received(
      anAuthorization(),
      aNotice({ status: 'reversed', amount: 0 }),
    );
    assert.deepEqual(
      [amount, status, history.map((step) => step.amount)],
      [100, 'reversed', [100, 0]],
    );
  });
});

describe('the issuer decides whether it was approved', () => {
  test('and takes back what it did not wait for', () => {
    const declined = aNotice({ approved: false, status: 'closed' });
    const after = received(anAuthorization(), declined);
    assert.deepEqual(eventsOf(anAuthorization(), declined)[0], 'card.authorization_declined');
    assert.deepEqual(settledOf(after), {
      approved: false,
      decline_reason: declined_by_issuer,
      status: 'closed',
      amount: 100,
      captured_amount: 0,
      refunded_amount: 0,
      counted: 0,
    });
  });

  test('and may have approved what we declined', () => {
    const found = anAuthorization({
      approved: false,
      decline_reason: 'card_frozen',
      status: 'closed',
    });
    assert.deepEqual(eventsOf(found, aNotice({}, 0)), ['card.authorization_approved']);
    assert.deepEqual(eventsOf(found, aNotice({ status: 'reversed' }, 0)), [
      'card.authorization_approved',
      'card.authorization_reversed',
    ]);
    assert.deepEqual(settledOf(received(found, aNotice())), {
      approved: true,
      decline_reason: null,
      status: 'pending',
      amount: 100,
      captured_amount: 0,
      refunded_amount: 0,
      counted: 100,
    });
  });
});

test('whatever an issuer says, twice and in any order, the same is left in the end', () => {
  const status = fc.constantFrom(...authorizationStatuses);
  const notice = fc
    .record({
      status,
      amount: fc.integer({ min: 1, max: 5 }),
      transactions: fc.subarray([
        ...aCapture(2),
        ...aRefund(1),
        aTransactionNotice({ issuer_reference: 'ipi_3', amount: 1 }),
      ]),
      seconds: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ seconds, ...said }) => ({ ...said, seconds }));
  const found = fc.constantFrom(
    anAuthorization({ amount: 3 }),
    anAuthorization({
      amount: 3,
      approved: false,
      decline_reason: 'card_frozen',
      status: 'closed',
    }),
  );
  const anyOrder = fc.array(notice, { minLength: 1, maxLength: 6 }).chain((all) =>
    fc.record({
      all: fc.constant(all),
      again: fc.shuffledSubarray([...all, ...all], {
        minLength: all.length * 2,
        maxLength: all.length * 2,
      }),
    }),
  );
  fc.assert(
    fc.property(found, fc.boolean(), anyOrder, (one, approved, { all, again }) => {
      const said = (some: typeof all) =>
        some.map(({ seconds, ...over }) => aNotice({ approved, ...over }, seconds));
      assert.deepEqual(
        settledOf(received(one, ...said(again))),
        settledOf(received(one, ...said(all))),
      );
    }),
    { numRuns: trials(500) },
  );
});

test('the same said again changes nothing, not even the version', () => {
  const raised = aNotice({ amount: 150, transactions: aCapture(20) });
  assert.deepEqual(noticed(received(anAuthorization(), raised), raised), []);
});

test('no more than a hundred steps are kept, the newest', () => {
  const notices = Array.from({ length: 120 }, (_, step) =>
    aNotice({ amount: 200 + step }, 1 + step),
  );
  const { history, version } = received(anAuthorization(), ...notices);
  assert.deepEqual([history.length, history.at(-1)?.amount, version], [100, 319, 121]);
});
