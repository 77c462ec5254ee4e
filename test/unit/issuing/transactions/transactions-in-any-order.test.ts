import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type {
  AuthorizationNotice,
  TransactionNotice,
} from '../../../../functions/issuing/authorizations/settlement.ts';
import { anIssuer, limitedTo } from '../../../helpers/an-issuer.ts';
import { aNotice, aTransactionNotice } from '../../../helpers/fixtures/authorizations.ts';
import { test } from '../../../helpers/tests.ts';
import {
  back,
  capture,
  closed,
  created,
  first,
  forced,
  type Issuer,
  leftOf,
  refund,
  second,
} from '../../../helpers/transactions.ts';
import { trials } from '../../../helpers/trials.ts';

/** The parts that are the same in the end, whatever came first. */
const stateOf = async (issuer: Issuer) => {
  const [authorization] = await issuer.all();
  const { status, amount, captured_amount, refunded_amount, transactions } = authorization ?? {};
  const all = (await issuer.transactions()).map(
    ({ id, kind, amount: of, authorization_id, network_date }) => ({
      id,
      kind,
      of,
      authorization_id,
      network_date,
    }),
  );
  const { counters } = await issuer.spending();
  return { status, amount, captured_amount, refunded_amount, transactions, all, counters };
};

const ordersOf = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one) =>
        ordersOf(all.filter((other) => other !== one)).map((rest) => [one, ...rest]),
      );

const returned = refund(50, { issuer_reference: 'ipi_returned' });

/**
 * The notices of an issuer by their names: the events of one authorization, and of two
 * transactions beside it.
 */
const events: Readonly<Record<string, (issuer: Issuer) => Promise<unknown>>> = {
  asked: (issuer) => issuer.asks(),
  held: (issuer) => issuer.notifies(aNotice({}, 0)),
  raised: (issuer) => issuer.notifies(aNotice({ amount: 120 }, 1)),
  captured: (issuer) => issuer.notifies(aNotice({ amount: 120, transactions: [first] }, 2)),
  closed: (issuer) =>
    issuer.notifies(aNotice({ amount: 120, status: 'closed', transactions: [first, second] }, 3)),
  refunded: (issuer) =>
    issuer.notifies(
      aNotice({ amount: 120, status: 'closed', transactions: [first, second, back] }, 4),
    ),
  forced: (issuer) => issuer.reports(forced),
  returned: (issuer) => issuer.reports(returned),
};

/** Events of which the last states contain the earlier ones, as at Stripe. */
const stories = [
  ['asked', 'captured', 'closed', 'refunded'],
  ['held', 'raised', 'closed', 'refunded'],
  ['asked', 'closed', 'forced', 'returned'],
  ['refunded', 'captured', 'returned', 'forced'],
  ['forced', 'returned', 'raised', 'captured'],
];

for (const story of stories)
  test(`${story.join(', ')}: every order, each event once or twice, ends in one state`, async () => {
    const states: unknown[] = [];
    for (const order of ordersOf(story))
      for (const rounds of [[order, order], [order.flatMap((name) => [name, name])]]) {
        const issuer = anIssuer(limitedTo(1_000));
        for (const names of rounds) {
          for (const name of names) await events[name]?.(issuer);
          states.push(await stateOf(issuer));
        }
        issuer.close();
      }
    const [one, ...others] = states;
    assert.equal(others.length, 71);
    for (const other of others) assert.deepEqual(other, one);
  });

test('all of it at once ends in the same state', async () => {
  const said = ['asked', 'captured', 'closed', 'refunded', 'forced', 'returned'];
  const [inTurn, atOnce] = [anIssuer(limitedTo(1_000)), anIssuer(limitedTo(1_000))];
  for (const name of said) await events[name]?.(inTurn);
  // A message that loses too many races is sent again.
  for (let round = 0; round < 3; round++)
    await Promise.allSettled([...said, ...said].map((name) => events[name]?.(atOnce)));
  assert.deepEqual(await stateOf(atOnce), await stateOf(inTurn));
});

test('parts of what is held that are captured at once all stay, though what the card has spent does not change', async () => {
  const issuer = anIssuer();
  await issuer.asks();
  const parts = [10, 20, 30].map((amount) =>
    capture(amount, { issuer_reference: `ipi_${amount}` }),
  );
  await Promise.all(parts.map((part) => issuer.notifies(aNotice({ transactions: [part] }))));
  const [authorization] = await issuer.all();
  assert.deepEqual([authorization?.captured_amount, authorization?.transactions.length], [60, 3]);
});

test('a transaction that is reported with and without its authorization at once is one, and counts once', async () => {
  for (let times = 0; times < 5; times++) {
    const issuer = anIssuer();
    await issuer.asks();
    const linked = () => issuer.notifies(aNotice({ transactions: [capture(70)] }));
    await Promise.all(
      times % 2 ? [linked(), issuer.reports(capture(70))] : [issuer.reports(capture(70)), linked()],
    );
    const [one, ...others] = await issuer.transactions();
    const [authorization] = await issuer.all();
    const isLinked = one?.authorization_id === authorization?.id;
    assert.deepEqual([others, authorization?.captured_amount], [[], isLinked ? 70 : 0]);
    assert.equal(await issuer.spent(), isLinked ? 100 : 170);
  }
});

test('refunds never raise a limit beyond their amount, whatever is spent and returned in any order', async () => {
  const limit = 100;
  const amount = fc.integer({ min: 1, max: 60 });
  const step = fc.record({
    what: fc.constantFrom('asks', 'captures', 'refunds', 'forces', 'returns'),
    amount,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const issuer = anIssuer(limitedTo(limit));
      const held = new Map<string, TransactionNotice[]>();
      let [approved, refunded] = [0, 0];
      for (const [nth, { what, amount: of }] of steps.entries()) {
        const [subject] = [...held.keys()];
        const issuer_reference = `ipi_${nth}`;
        const before = (await leftOf(issuer, limit)) ?? 0;
        if (what === 'asks') {
          const asked = { issuer_reference: `iauth_${nth}`, amount: of };
          if (!(await issuer.asks(asked)).approved) continue;
          assert.ok(of <= before);
          approved += of;
          held.set(asked.issuer_reference, []);
        }
        if ((what === 'captures' || what === 'refunds') && subject !== undefined) {
          const made = aTransactionNotice({
            kind: what === 'captures' ? 'capture' : 'refund',
            amount: of,
            issuer_reference,
          });
          const all = [...(held.get(subject) ?? []), made];
          held.set(subject, all);
          const found = (await issuer.all()).find((one) => one.issuer_reference === subject);
          const said: AuthorizationNotice = aNotice({
            amount: found?.amount ?? 0,
            transactions: all,
          });
          await issuer.notifies(said, { issuer_reference: subject });
        }
        if (what === 'forces') await issuer.reports(capture(of, { issuer_reference }));
        if (what === 'returns') await issuer.reports(refund(of, { issuer_reference }));
        if (what === 'refunds' || what === 'returns') {
          refunded += of;
          const left = (await leftOf(issuer, limit)) ?? 0;
          assert.ok(
            left <= before + of && left <= limit,
            `${before} became ${left} by a refund of ${of}`,
          );
        }
      }
      assert.ok(approved <= limit + refunded, `${approved} were approved and ${refunded} refunded`);
      issuer.close();
    }),
    { numRuns: trials(150) },
  );
});

for (const when of ['before', 'after'] as const)
  for (const [what, act] of Object.entries({
    'of an authorization': (issuer: Issuer) => issuer.notifies(closed(capture(60))),
    'without one': (issuer: Issuer) => issuer.reports(capture(60)),
  }))
    test(`a function that is killed ${when} the commit of one ${what} records and counts it once when it is repeated`, async () => {
      let commits = 0;
      const killed = () => {
        if (commits++ === 1) throw new Error('killed');
      };
      const issuer = anIssuer({}, { [when]: killed });
      await issuer.asks({ issuer_reference: what === 'without one' ? 'iauth_2' : 'iauth_1' });
      await assert.rejects(async () => act(issuer), /killed/);
      for (let times = 0; times < 2; times++) await act(issuer);
      const counted = what === 'without one' ? 160 : 60;
      assert.deepEqual([(await issuer.transactions()).length, await issuer.spent()], [1, counted]);
      assert.equal((await issuer.eventTypes()).filter((type) => type === created).length, 1);
    });
