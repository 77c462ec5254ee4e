import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuthorizationSubject } from '../../functions/domain/authorizations/authorization.ts';
import type { AuthorizationNotice } from '../../functions/domain/authorizations/settlement.ts';
import type { Card } from '../../functions/domain/cards/card.ts';
import { moveCard } from '../../functions/domain/cards/moves.ts';
import { Failure } from '../../functions/domain/failure.ts';
import {
  pageOfAuthorizations,
  readAuthorization,
  saveAuthorization,
} from '../../functions/store/authorizations/authorizations.ts';
import { saveCard } from '../../functions/store/cards/cards.ts';
import { readSpending } from '../../functions/store/cards/spending.ts';
import { isNew } from '../../functions/store/change.ts';
import { saveCustomer } from '../../functions/store/customers/customers.ts';
import type { Database } from '../../functions/store/database.ts';
import { saveActivation } from '../../functions/store/features/activations.ts';
import { idsAt } from '../../functions/store/new-id.ts';
import { keys, partitions } from '../../functions/store/table.ts';
import {
  type Authorizing,
  decideAuthorization,
  settleAuthorization,
} from '../../functions/unit-of-work/authorizations.ts';
import { memoryConnection, memoryDatabase } from '../helpers/memory-table.ts';
import { someActivations } from '../helpers/some-activations.ts';
import { aNotice, anAuthorization, aSubject } from '../helpers/some-authorizations.ts';
import { aCard, now } from '../helpers/some-cards.ts';
import { anIndividual } from '../helpers/some-customers.ts';

const { tenant_id } = aCard();
const customer = anIndividual({ tenant_id });
const limitedTo = (amount: number): Partial<Card> => ({
  spending_controls: { ...aCard().spending_controls, limits: [{ amount, interval: 'daily' }] },
});
const nothing = () => undefined;

/** A business with one card, and an issuer that asks and tells. `before` and `after` surround every transaction. */
const anIssuer = (over: Partial<Card> = {}, { before = nothing, after = nothing } = {}) => {
  const account_id = 'acct_1';
  const account = { key: keys.account(tenant_id, account_id), item: { currency: 'USD' } };
  const owner = { key: keys.tenant(tenant_id), item: { account_id } };
  const memory = memoryDatabase([
    ...[account, owner].map((one) => ({ kind: 'put', when: isNew, ...one }) as const),
    ...saveCustomer(customer),
    ...someActivations(customer, ['virtual_cards'], now).map((one) => saveActivation(one)),
    saveCard(aCard(over)),
  ]);
  const trips: string[] = [];
  const counted = <Args extends unknown[], T>(name: string, call: (...args: Args) => Promise<T>) => {
    return (...args: Args) => {
      trips.push(name);
      return call(...args);
    };
  };
  const db: Database = {
    ...memory.db,
    get: counted('get', memory.db.get),
    batch: counted('batch', memory.db.batch),
  };
  const sent = () => {
    trips.push('commit');
    before();
  };
  const connection = memoryConnection(memory, sent, after);
  const working = (at: Date): Authorizing => ({
    ...{ connection, db, deadline: { now: at, deadline: Date.now() + 60_000 } },
    cause: {
      ...{ request_id: 'request-1', idempotency_key: null, environment: 'sandbox' },
      ...{ actor: { type: 'system', id: 'issuer' }, now: at, newId: idsAt(at) },
    },
  });
  /** Events of one moment lie in no order; of one resource they are told apart by their sequence. */
  const events = async () => {
    const partition = partitions.eventsOfTenant(tenant_id);
    const { items } = await memory.db.query({ table: 'outbox', index: 'by_tenant', partition, limit: 1_000 });
    return items
      .map(({ type, sequence, resource, customer_id }) => ({ type, sequence: Number(sequence), resource, customer_id }))
      .toSorted((one, other) => one.sequence - other.sequence);
  };
  const spending = () => readSpending(memory.db, aCard(over));
  return {
    ...memory,
    trips,
    asks: (subject: Partial<AuthorizationSubject> = {}, at = now) =>
      decideAuthorization(working(at), aSubject(subject)),
    tells: (notice: AuthorizationNotice, subject: Partial<AuthorizationSubject> = {}, at = now) =>
      settleAuthorization(working(at), aSubject(subject), notice),
    told: async () => (await events()).map(({ type }) => type),
    events,
    spending,
    spent: async () => (await spending()).counters.daily.spent,
    all: async (filter = {}) =>
      (await pageOfAuthorizations(memory.db, { tenant: tenant_id, cardId: aCard().id }, filter, { limit: 100 })).items,
  };
};

describe('what an issuer asks', () => {
  test('is decided, recorded, counted and told in one transaction', async () => {
    const issuer = anIssuer();
    const { approved, authorization } = await issuer.asks();
    assert.ok(approved && authorization);
    assert.deepEqual(await readAuthorization(issuer.db, tenant_id, authorization.id), authorization);
    assert.equal(await issuer.spent(), 100);
    const resource = { id: authorization.id, object: 'authorization' };
    const event = { type: 'card.authorization_approved', sequence: 1, resource, customer_id: customer.id };
    assert.deepEqual(await issuer.events(), [event]);
  });

  test('and is declined is recorded and told, and counts nothing', async () => {
    const issuer = anIssuer({ state: 'frozen' });
    const { approved, authorization } = await issuer.asks();
    assert.deepEqual(
      [approved, authorization?.decline_reason, authorization?.status],
      [false, 'card_frozen', 'closed'],
    );
    assert.deepEqual([await issuer.told(), await issuer.spent()], [['card.authorization_declined'], 0]);
    assert.deepEqual(await issuer.all(), [authorization]);
  });

  test('is decided by what holds for the customer, before anybody has brought the card along', async () => {
    const issuer = anIssuer();
    for (const one of saveCustomer({ ...customer, status: 'suspended' })) issuer.write(one);
    assert.equal((await issuer.asks()).authorization?.decline_reason, 'card_blocked');
  });

  test('takes three round trips, and one when it is asked again', async () => {
    const issuer = anIssuer();
    await issuer.asks();
    assert.deepEqual(issuer.trips.splice(0), ['batch', 'batch', 'commit']);
    await issuer.asks();
    assert.deepEqual(issuer.trips, ['batch']);
  });

  test('of no card is declined in one, and leaves nothing behind', async () => {
    const issuer = anIssuer();
    const declined = { approved: false, authorization: undefined };
    assert.deepEqual(await issuer.asks({ card_id: 'card_01h455vb4pex5vsknk084sn02q' }), declined);
    assert.deepEqual(await issuer.asks({ tenant_id: 'biz_01h455vb4pex5vsknk084sn02q' }), declined);
    assert.deepEqual([issuer.trips, await issuer.told()], [['batch', 'batch'], []]);
  });

  test('is answered the same again, whatever it asks for then and however the card stands', async () => {
    const issuer = anIssuer(limitedTo(150));
    const { authorization } = await issuer.asks();
    issuer.write(saveCard(moveCard(aCard(limitedTo(150)), 'freeze', null, now).after));
    assert.deepEqual(await issuer.asks({ amount: 1_000 }), { approved: true, authorization });
    assert.deepEqual(await issuer.asks({ amount: 1 }), { approved: true, authorization });
    assert.deepEqual([(await issuer.told()).length, await issuer.spent()], [1, 100]);
  });

  test('at once under one name has one answer and one effect', async () => {
    const issuer = anIssuer(limitedTo(150));
    const amounts = [100, 90, 100, 151, 100];
    const answers = await Promise.all(amounts.map((amount) => issuer.asks({ amount })));
    const [one] = answers;
    for (const answer of answers) assert.deepEqual(answer, one);
    assert.equal(await issuer.spent(), one?.authorization?.amount);
    assert.deepEqual([(await issuer.all()).length, (await issuer.told()).length], [1, 1]);
  });

  test('is another question by another name, of another issuer or moment', async () => {
    const issuer = anIssuer();
    const later = new Date(now.getTime() + 1).toISOString();
    const others = [{}, { issuer_reference: 'iauth_2' }, { issuer: 'stripe' }, { created_at: later }];
    for (const other of others) await issuer.asks(other);
    assert.equal(await issuer.spent(), 400);
    const [newest] = await issuer.all();
    assert.equal(newest?.created_at, later, 'ids sort by the moment that the issuer names');
  });

  test('fifty times at once never spends above a limit', async () => {
    const issuer = anIssuer(limitedTo(1_000));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) =>
        // Who lost too many races hears of an outage, and so is declined.
        issuer
          .asks({ issuer_reference: `iauth_${nth}` })
          .catch((error) => (error instanceof Failure ? undefined : assert.fail(error))),
      ),
    );
    const approved = answers.filter((answer) => answer?.approved);
    assert.ok(approved.length > 0 && approved.length <= 10, `${approved.length} were approved`);
    assert.equal(await issuer.spent(), approved.length * 100);
    assert.equal((await issuer.all({ approved: true })).length, approved.length);
    assert.equal((await issuer.all()).length, answers.filter((answer) => answer !== undefined).length);
  });

  test('is decided again where the card changes meanwhile', async () => {
    let races = 0;
    const issuer = anIssuer({}, { before: () => void (races++ === 0 && freeze()) });
    const freeze = () => issuer.write(saveCard(moveCard(aCard(), 'freeze', null, now).after));
    assert.equal((await issuer.asks()).authorization?.decline_reason, 'card_frozen');
    assert.deepEqual([races, await issuer.spent()], [2, 0]);
  });

  for (const when of ['before', 'after'] as const)
    test(`by a function that is killed ${when} its commit is decided once when it is asked again`, async () => {
      let calls = 0;
      const killed = () => {
        if (calls++ === 0) throw new Error('killed');
      };
      const issuer = anIssuer({}, { [when]: killed });
      await assert.rejects(issuer.asks(), /killed/);
      assert.equal(await issuer.spent(), when === 'after' ? 100 : 0);
      assert.ok((await issuer.asks({ amount: when === 'after' ? 999 : 100 })).approved);
      assert.deepEqual([await issuer.spent(), await issuer.told()], [100, ['card.authorization_approved']]);
    });
});

describe('what an issuer tells', () => {
  const reversed = aNotice({ status: 'reversed', amount: 0 });

  test('of a reversal gives the amount back, once', async () => {
    const issuer = anIssuer(limitedTo(100));
    await issuer.asks();
    assert.equal((await issuer.asks({ issuer_reference: 'iauth_2' })).approved, false);
    assert.equal((await issuer.tells(reversed))?.status, 'reversed');
    assert.equal((await issuer.tells(reversed))?.version, 2);
    assert.equal(await issuer.spent(), 0);
    assert.ok((await issuer.asks({ issuer_reference: 'iauth_3' })).approved);
    const events = ['approved', 'declined', 'reversed', 'approved'].map((what) => `card.authorization_${what}`);
    assert.deepEqual((await issuer.told()).toSorted(), events.toSorted());
  });

  test('takes two round trips, a third where another amount counts, and one where it is known', async () => {
    const issuer = anIssuer();
    await issuer.asks();
    issuer.trips.length = 0;
    await issuer.tells(aNotice({ status: 'closed', captured_amount: 100 }));
    assert.deepEqual(issuer.trips.splice(0), ['batch', 'commit']);
    await issuer.tells(aNotice({ status: 'closed', captured_amount: 100 }));
    assert.deepEqual(issuer.trips.splice(0), ['batch']);
    await issuer.tells(aNotice({ status: 'closed', captured_amount: 130 }));
    assert.deepEqual(issuer.trips, ['batch', 'get', 'commit']);
  });

  const captures: [string, number][] = [
    ['less than was authorized', 60],
    ['more than was authorized', 130],
    ['nothing at all', 0],
  ];
  for (const [what, captured_amount] of captures)
    test(`that ${what} was captured counts that`, async () => {
      const issuer = anIssuer();
      await issuer.asks();
      await issuer.tells(aNotice({ status: 'closed', captured_amount }));
      assert.equal(await issuer.spent(), captured_amount);
    });

  test('of an amount that was raised counts it, though it is above the limit', async () => {
    const issuer = anIssuer(limitedTo(120));
    await issuer.asks();
    await issuer.tells(aNotice({ amount: 150 }));
    assert.equal(await issuer.spent(), 150);
    assert.equal((await issuer.asks({ issuer_reference: 'iauth_2', amount: 1 })).approved, false);
  });

  test('the day after changes no window that has begun since, and those that go on', async () => {
    const issuer = anIssuer();
    await issuer.asks();
    const tomorrow = new Date('2026-11-21T09:00:00.000Z');
    await issuer.asks({ issuer_reference: 'iauth_2', created_at: tomorrow.toISOString(), amount: 40 }, tomorrow);
    await issuer.tells(reversed, {}, tomorrow);
    const { daily, weekly, monthly, yearly, all_time } = (await issuer.spending()).counters;
    assert.deepEqual(daily, { window: '2026-11-21', spent: 40 });
    assert.deepEqual(
      [weekly, monthly, yearly, all_time].map(({ spent }) => spent),
      [40, 40, 40, 40],
    );
  });

  test('of what was never asked here is recorded as told, counted and told on', async () => {
    const issuer = anIssuer({ state: 'frozen' });
    const told = await issuer.tells(aNotice());
    assert.deepEqual([told?.approved, told?.status, await issuer.spent()], [true, 'pending', 100]);
    assert.deepEqual(await issuer.asks({ amount: 1 }), { approved: true, authorization: told });
    assert.deepEqual(await issuer.told(), ['card.authorization_approved']);
  });

  test('of what was never asked here and is over already is told from its beginning', async () => {
    const issuer = anIssuer();
    const told = await issuer.tells(reversed);
    assert.deepEqual([told?.status, told?.version, await issuer.spent()], ['reversed', 2, 0]);
    const events = (await issuer.events()).map(({ type, sequence }) => [type, sequence]);
    assert.deepEqual(events, [
      ['card.authorization_approved', 1],
      ['card.authorization_reversed', 2],
    ]);
  });

  test('and had declined alone is recorded without counting, also where we had approved', async () => {
    const issuer = anIssuer();
    const declined = aNotice({ approved: false, status: 'closed' });
    const told = await issuer.tells(declined);
    assert.deepEqual([told?.decline_reason, await issuer.spent()], ['declined_by_issuer', 0]);
    await issuer.asks({ issuer_reference: 'iauth_2' });
    await issuer.tells(declined, { issuer_reference: 'iauth_2' });
    assert.equal(await issuer.spent(), 0);
    assert.equal((await issuer.asks({ issuer_reference: 'iauth_2' })).approved, false);
  });

  test('of no card is nobody’s', async () => {
    const issuer = anIssuer();
    assert.equal(await issuer.tells(aNotice(), { card_id: 'card_01h455vb4pex5vsknk084sn02q' }), undefined);
    assert.deepEqual(await issuer.told(), []);
  });

  test('twice, at once and in any order, beside what it asks, leaves the same in the end', async () => {
    const said = [
      aNotice({ amount: 150 }, 1),
      aNotice({ amount: 120, captured_amount: 30 }, 2),
      aNotice({ status: 'expired', amount: 0, captured_amount: 30 }, 3),
      aNotice({ status: 'closed', amount: 120, captured_amount: 90 }, 4),
    ];
    const orders = [said, said.toReversed(), [...said.slice(2), ...said, ...said.slice(0, 1)]];
    for (const order of orders)
      for (const asked of [true, false]) {
        const issuer = anIssuer();
        if (asked) await issuer.asks();
        for (const notice of order) await issuer.tells(notice);
        await Promise.all(order.map((notice) => issuer.tells(notice)));
        const [one] = await issuer.all();
        assert.deepEqual([one?.status, one?.captured_amount, one?.amount], ['closed', 90, 120]);
        assert.equal(await issuer.spent(), 90);
      }
  });

  for (const when of ['before', 'after'] as const)
    test(`to a function that is killed ${when} its commit has its one effect when it is told again`, async () => {
      let calls = 0;
      // The first transaction is that of what was asked.
      const killed = () => {
        if (calls++ === 1) throw new Error('killed');
      };
      const issuer = anIssuer({}, { [when]: killed });
      await issuer.asks();
      await assert.rejects(issuer.tells(reversed), /killed/);
      assert.equal((await issuer.tells(reversed))?.version, 2);
      const events = ['card.authorization_approved', 'card.authorization_reversed'];
      assert.deepEqual([await issuer.spent(), await issuer.told()], [0, events]);
    });
});

test('a replacement shares what is counted, and its authorizations are its own', async () => {
  const first = aCard({ id: 'card_01jd5fq7k9e8xv3m2n4p6r8t1x', ...limitedTo(100) });
  const issuer = anIssuer({ counted_with: first.id, ...limitedTo(100) });
  issuer.write(saveCard({ ...first, counted_with: first.id }));
  assert.ok((await issuer.asks({ card_id: first.id, amount: 70 })).approved);
  assert.equal((await issuer.asks({ issuer_reference: 'iauth_2', amount: 31 })).approved, false);
  await issuer.tells(aNotice({ status: 'reversed' }), { card_id: first.id });
  assert.ok((await issuer.asks({ issuer_reference: 'iauth_3', amount: 100 })).approved);
  assert.equal((await issuer.all()).length, 2);
});

test('the authorizations of a card are listed newest first, by status and by what was decided', async () => {
  const issuer = anIssuer(limitedTo(250));
  const at = (second: number) => new Date(now.getTime() + second * 1_000).toISOString();
  for (const nth of [0, 1, 2]) await issuer.asks({ issuer_reference: `iauth_${nth}`, created_at: at(nth) });
  await issuer.tells(aNotice({ status: 'reversed' }), { issuer_reference: 'iauth_0', created_at: at(0) });
  const named = async (filter: object) =>
    (await issuer.all(filter)).map(({ issuer_reference }) => issuer_reference.slice('iauth_'.length)).join();
  assert.equal(await named({}), '2,1,0');
  assert.equal(await named({ status: 'closed' }), '2');
  assert.equal(await named({ status: 'pending' }), '1');
  assert.equal(await named({ approved: true }), '1,0');
  assert.equal(await named({ approved: false }), '2');
  assert.equal(await named({ approved: true, status: 'reversed' }), '0');
  assert.equal(await named({ approved: false, status: 'pending' }), '');
});

test('one that fits is found behind hundreds that do not', async () => {
  const issuer = anIssuer();
  const { authorization } = await issuer.asks();
  const ids = idsAt(new Date(now.getTime() + 1_000));
  const closed = Array.from({ length: 900 }, () => anAuthorization({ id: ids('authorization'), status: 'closed' }));
  for (const one of closed) issuer.write(saveAuthorization(one));
  assert.deepEqual(await issuer.all({ status: 'pending' }), [authorization]);
});
