import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { ApiError } from '../../../../functions/core/api-error.ts';
import type { Item } from '../../../../functions/core/dynamodb/client.ts';
import { commit, StaleDecision } from '../../../../functions/core/dynamodb/commit.ts';
import { scheduledAtOf } from '../../../../functions/core/dynamodb/scheduled-work.ts';
import { storesOf } from '../../../../functions/core/dynamodb/stores.ts';
import { writeOne } from '../../../../functions/core/dynamodb/write-one.ts';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { saveCustomer } from '../../../../functions/identity/customers/table.ts';
import { saveActivation } from '../../../../functions/identity/features/table.ts';
import { cancelAbandonedOrder } from '../../../../functions/issuing/cards/issue.ts';
import { issuerCardChange } from '../../../../functions/issuing/cards/issuer-changes.ts';
import {
  type Card,
  expiryFrom,
  type IssuerCard,
  issuerRefused,
  outOfSync,
} from '../../../../functions/issuing/cards/model.ts';
import { takeStep } from '../../../../functions/issuing/cards/reconcile.ts';
import type { RenewalSkipReason } from '../../../../functions/issuing/cards/states.ts';
import {
  cardAdvanced,
  cardKeys,
  cardOf,
  saveCard,
  saveInternalState,
} from '../../../../functions/issuing/cards/table.ts';
import { transitionCard } from '../../../../functions/issuing/cards/transitions.ts';
import type { IssueRequest, IssueResult } from '../../../../functions/issuing/issuers/issuer.ts';
import { anAccount } from '../../../helpers/fixtures/accounts.ts';
import { aCard, aPhysicalCard, aShipping } from '../../../helpers/fixtures/cards.ts';
import { aCompletePerson, verified } from '../../../helpers/fixtures/customers.ts';
import { someActivations } from '../../../helpers/fixtures/features.ts';
import { putting, testDatabase } from '../../../helpers/test-database.ts';

const day_ms = 86_400_000;
/** The cards of these tests end with August 2030. */
const expiry = Date.UTC(2030, 8, 1);
const before = (days: number, more_ms = 0) => new Date(expiry - days * day_ms + more_ms);

const { CARD_RENEWAL_DAYS } = process.env;
beforeEach(() => {
  process.env.CARD_RENEWAL_DAYS = '30';
});
after(() => {
  Object.assign(process.env, { CARD_RENEWAL_DAYS });
});

/** An issuer that makes the card of an order once, and voids it; `fails` may throw instead of answering. */
const someIssuer = (fails: (call: string) => void) => {
  const orders = new Map<string, IssueRequest | 'voided'>();
  const pushed = new Map<string, IssuerCard['status']>();
  const called = <T>(name: string, act: () => T): T => {
    fails(`${name} before`);
    const answer = act();
    fails(`${name} after`);
    return answer;
  };
  const issue = (order: IssueRequest): IssueResult => {
    if (orders.get(order.id) === 'voided') return { outcome: 'voided' };
    orders.set(order.id, order);
    const expires = expiryFrom(new Date(order.ordered_at));
    return {
      outcome: 'issued',
      card: {
        issuer_reference: order.id,
        brand: 'visa',
        bin: null,
        last4: '0002',
        pin_status: 'unset',
        ...expires,
      },
    };
  };
  return {
    issuer: {
      name: 'simulator',
      issue: async (order: IssueRequest) => called('issue', () => issue(order)),
      void: async (id: string) => void called('void', () => orders.set(id, 'voided')),
      push: async ({ id, status }: IssuerCard) => void pushed.set(id, status),
    },
    pushed,
    issued: () => [...orders.values()].filter((order) => order !== 'voided'),
  };
};

/** A business with a card whose holder may have it. `fails` may kill a call, of the tables or of the issuer. */
const aBusiness = (card: Card, fails: (call: string) => void = () => undefined) => {
  const { tenant_id, id } = card;
  const customer = aCompletePerson({
    tenant_id,
    verification: verified,
    email: 'ada@example.com',
    phone: '+442079460018',
  });
  const features = someActivations(
    customer,
    ['virtual_cards', 'physical_cards'],
    new Date('2026-11-20'),
  );
  const tables = testDatabase(
    [
      ...anAccount(tenant_id),
      ...[...saveCustomer(customer), ...features.map((one) => saveActivation(one)), saveCard(card)],
    ],
    {
      before: ({ operation }) => fails(`${operation} before`),
      after: ({ operation }) => fails(`${operation} after`),
    },
  );
  const { issuer, issued, pushed } = someIssuer(fails);
  const workAt = (at: Date) => ({
    ...storesOf(tables.connection),
    deadline: { now: at, deadline: Date.now() + 60_000 },
    cause: {
      request_id: 'request-1',
      idempotency_key: null,
      environment: 'sandbox',
      actor: { type: 'system' as const, id: 'reconcile-cards' },
      now: at,
      newId: idsAt(at),
    },
  });
  const itemOf = (cardId: string) =>
    tables.find(cardKeys.card(tenant_id, cardId)) ?? assert.fail(cardId);
  const isOrder = ({ pk }: Item) => String(pk).startsWith(`${tenant_id}/card-order`);
  return {
    tables,
    issued,
    pushed,
    customer,
    features,
    itemOf,
    step: (at: Date, card_id = id) =>
      takeStep({ tenant_id, card_id }, workAt(at), issuer, async () => undefined),
    /** The sweep of orders that nobody finished. */
    sweepOrders: async (at: Date) => {
      for (const order of tables.everything('resources').filter(isOrder))
        await cancelAbandonedOrder(order as never, workAt(at), issuer);
    },
    card: (cardId = id) => cardOf(itemOf(cardId)),
    others: () =>
      tables
        .everything('resources')
        .filter(({ pk, sk }) => pk === cardKeys.card(tenant_id, '').pk && sk !== id)
        .map(cardOf),
    orders: () => tables.everything('resources').filter(isOrder),
    events: () =>
      tables
        .everything('outbox')
        .map(({ type }) => String(type))
        .toSorted(),
    give: tables.give,
  };
};

const renewable = (over: Partial<Card> = {}): Card =>
  aCard({
    nickname: 'Travel',
    metadata: { team: 'a' },
    cancel_after: null,
    counted_with: 'card_first',
    ...over,
  });
const activePhysical = (over: Partial<Card> = {}) =>
  aPhysicalCard({
    state: 'active',
    shipping: aShipping({ status: 'delivered', method: 'express' }),
    ...over,
  });

describe('the next card', () => {
  test('is ordered at the day of the setting and not before, with all that the old one has', async () => {
    const business = aBusiness(renewable());
    assert.equal(scheduledAtOf(business.itemOf(business.card().id)), before(90).toISOString());
    await business.step(before(90));
    assert.equal(scheduledAtOf(business.itemOf(business.card().id)), before(30).toISOString());
    await business.step(before(30, -1));
    assert.deepEqual([business.others(), business.card().version], [[], 1]);
    await business.step(before(30));
    const [next = assert.fail(), ...more] = business.others();
    const old = business.card();
    assert.deepEqual([more, business.orders()], [[], []]);
    const link = [next.replacement_for, next.replacement_reason, old.replaced_by, old.renews_at];
    assert.deepEqual(link, [old.id, 'expired', next.id, null]);
    for (const field of [
      'customer_id',
      'nickname',
      'metadata',
      'spending_controls',
      'counted_with',
    ] as const)
      assert.deepEqual(next[field], old[field], field);
    assert.deepEqual([old.state, next.state, next.exp_year], ['active', 'active', 2034]);
    const [order] = business.issued();
    assert.deepEqual(order?.replacement, {
      of: old.issuer_reference,
      reason: 'expired',
      good_until: before(0).toISOString(),
    });
    assert.deepEqual(business.events(), ['card.created', 'card.replaced']);
  });

  test('of a physical card goes where the old one went, and takes over when it is activated', async () => {
    const business = aBusiness(activePhysical());
    await business.step(before(30));
    const [next = assert.fail()] = business.others();
    const { recipient, address, method } = business.card().shipping ?? assert.fail();
    assert.deepEqual(business.issued()[0]?.destination, { recipient, address, method });
    assert.deepEqual([next.state, next.shipping?.status], ['inactive', 'pending']);
    assert.deepEqual(next.supersedes, [{ id: business.card().id, reason: 'expired' }]);
  });

  test('is ordered late as well, and then the old one ends', async () => {
    const business = aBusiness(renewable());
    const late = new Date(expiry + 3 * day_ms);
    await business.step(late);
    assert.deepEqual([business.others().length, business.card().state], [1, 'active']);
    await business.step(late);
    const { state, status_reason } = business.card();
    assert.deepEqual([state, status_reason, business.others().length], ['closed', 'expired', 1]);
  });

  test('follows another setting', async () => {
    process.env.CARD_RENEWAL_DAYS = '10';
    const business = aBusiness(renewable());
    await business.step(before(30));
    assert.deepEqual(
      [business.others(), business.card().renews_at],
      [[], before(10).toISOString()],
    );
    await business.step(before(10));
    assert.equal(business.others().length, 1);
  });

  test('is not ordered of a card that closes meanwhile', async () => {
    const card = renewable();
    let commits = 0;
    const business = aBusiness(card, (call) => {
      if (call !== 'TransactWrite before' || commits++ > 0) return;
      business.give(saveCard(transitionCard(card, 'close', 'lost', before(30)).after));
    });
    await business.step(before(30));
    assert.deepEqual([business.issued(), business.others(), business.orders()], [[], [], []]);
  });

  test('is the only one of several jobs at once', async () => {
    const business = aBusiness(renewable());
    await Promise.all(Array.from({ length: 5 }, () => business.step(before(30))));
    assert.deepEqual(
      [business.others().length, business.issued().length, business.orders()],
      [1, 1, []],
    );
  });
});

describe('the old card', () => {
  test('is good until its last month is over, and closes for that reason', async () => {
    const business = aBusiness(renewable());
    await business.step(before(30));
    await business.step(before(0, -1));
    assert.equal(business.card().state, 'active');
    assert.equal(
      scheduledAtOf(business.itemOf(business.card().id)),
      new Date(expiry).toISOString(),
    );
    await business.step(before(0));
    assert.deepEqual([business.card().state, business.card().status_reason], ['closed', 'expired']);
    assert.equal(business.others()[0]?.state, 'active');
  });

  test('has that reason also if its issuer cancels it then, and another one before', () => {
    const reasonAt = (at: Date) => {
      const change = issuerCardChange(aCard(), 'canceled', at);
      return change && 'transition' in change && change.transition.after.status_reason;
    };
    assert.deepEqual([reasonAt(before(0)), reasonAt(before(1))], ['expired', 'closed_by_issuer']);
  });

  test('is not looked at again once it is closed or replaced', () => {
    const closed = transitionCard(
      aCard({ issuer_sync: { ...aCard().issuer_sync, scheduled_at: null } }),
      'close',
      'lost',
      before(40),
    );
    assert.equal(cardAdvanced(closed.after, before(0).toISOString()), undefined);
  });
});

describe('a card is not renewed', () => {
  const frozenFor = (status_reason: string) => renewable({ state: 'frozen', status_reason });
  const blocked = { customer_suspended: true, feature_suspended: false };
  const cases: readonly (readonly [RenewalSkipReason, string, Card])[] = [
    [
      'cancel_after',
      'of single use',
      renewable({ cancel_after: { authorizations: 1, date: null } }),
    ],
    [
      'cancel_after',
      'that closes before',
      renewable({ cancel_after: { authorizations: null, date: '2030-08-30' } }),
    ],
    ['not_activated', 'that nobody has activated', aPhysicalCard()],
    ['fraud_suspected', 'frozen for it', frozenFor('fraud_suspected')],
    ['mail_returned', 'frozen for it', frozenFor('mail_returned')],
    ['customer_not_eligible', 'of a suspended customer', renewable({ blocks: blocked })],
    ['not_offered', 'of a withdrawn currency', renewable({ currency: 'HRK' })],
  ];
  for (const [reason, name, card] of cases)
    test(`${reason}: ${name}`, async () => {
      const business = aBusiness(card);
      await business.step(before(30));
      assert.deepEqual(
        [business.card().renewal_skipped, business.others(), business.issued()],
        [reason, [], []],
      );
      assert.deepEqual(business.events(), ['card.renewal_skipped']);
      await business.step(before(29));
      assert.deepEqual(business.events(), ['card.renewal_skipped'], 'once for each reason');
      await business.step(before(0));
      await business.step(before(0));
      const end = card.cancel_after?.date ? 'cancel_after' : 'expired';
      assert.deepEqual([business.card().state, business.card().status_reason], ['closed', end]);
    });

  test('while its customer lacks the feature, and is renewed once it has it again', async () => {
    const business = aBusiness(renewable());
    const [virtual = assert.fail()] = business.features;
    business.give(saveActivation({ ...virtual, status: 'suspended' }));
    await business.step(before(30));
    assert.equal(business.card().renewal_skipped, 'customer_not_eligible');
    business.give(saveActivation(virtual));
    await business.step(before(29, -1));
    assert.deepEqual(business.others(), []);
    await business.step(before(29));
    assert.deepEqual([business.others().length, business.card().renewal_skipped], [1, null]);
  });

  test('while its issuer rejects it, whose order is gone then', async () => {
    let isRejecting = true;
    const business = aBusiness(renewable(), (call) => {
      if (isRejecting && call === 'issue before') throw issuerRefused('cardholder_rejected');
    });
    await business.step(before(30));
    assert.deepEqual([business.card().renewal_skipped, business.orders()], ['issuer_refused', []]);
    isRejecting = false;
    await business.step(before(29));
    assert.deepEqual([business.others().length, business.issued().length], [1, 1]);
  });

  test('while its issuer does not answer: the order stays, and the next notification goes on with it', async () => {
    let isSilent = true;
    const business = aBusiness(renewable(), (call) => {
      if (isSilent && call === 'issue after') throw new ApiError('unavailable');
    });
    await business.step(before(30));
    const [order] = business.orders();
    assert.deepEqual([business.card().version, business.card().renewal_skipped], [1, null]);
    isSilent = false;
    await business.step(before(30, 60_000));
    assert.deepEqual([business.others()[0]?.id, business.issued().length], [order?.card_id, 1]);
  });
});

describe('a card that its business froze', () => {
  const frozen = transitionCard(renewable(), 'freeze', 'other', before(31)).after;

  test('is inactive at its issuer although the issuer makes no cards', async () => {
    const business = aBusiness(frozen, (call) => {
      if (call === 'issue before') throw new ApiError('unavailable');
    });
    await business.step(before(30));
    assert.deepEqual(business.others(), []);
    assert.deepEqual(
      [business.pushed.get(frozen.id), business.card().issuer_sync.status],
      ['inactive', 'synced'],
    );
    assert.equal(
      scheduledAtOf(business.itemOf(frozen.id)),
      before(90).toISOString(),
      'the renewal is still due',
    );
  });

  test('is renewed by a frozen one, here and at the issuer', async () => {
    const business = aBusiness(frozen);
    await business.step(before(30));
    const [next = assert.fail()] = business.others();
    const shown = [next.state, next.status_reason, next.version, next.issuer_sync.status];
    assert.deepEqual(shown, ['frozen', 'other', 1, 'pending']);
    assert.equal(scheduledAtOf(business.itemOf(next.id)), before(30).toISOString());
    await business.step(before(30), next.id);
    assert.deepEqual(
      [business.pushed.get(next.id), business.card(next.id).issuer_sync.status],
      ['inactive', 'synced'],
    );
  });
});

describe('a renewal that is killed', () => {
  /** The calls of one renewal, each before and after it has its effect. */
  const callsOf = async (): Promise<string[]> => {
    const calls: string[] = [];
    await aBusiness(renewable(), (call) => void calls.push(call)).step(before(30));
    return calls;
  };

  for (const sweeps of [false, true])
    test(`at each call has one next card in the end, ${sweeps ? 'after its order was canceled' : 'when it is repeated'}`, async () => {
      const calls = await callsOf();
      assert.ok(
        calls.includes('issue before') &&
          calls.filter((call) => call === 'TransactWrite after').length === 2,
      );
      for (const [nth] of calls.entries()) {
        let at = 0;
        const business = aBusiness(renewable(), () => {
          if (at++ === nth) throw new Error('killed');
        });
        await assert.rejects(business.step(before(30)), /killed/);
        const later = before(30, 600_000);
        if (sweeps) await business.sweepOrders(later);
        await business.step(later);
        await business.step(later);
        const [next = assert.fail(), ...more] = business.others();
        const found = [
          more,
          business.issued().map(({ id }) => id),
          business.card().replaced_by,
          business.orders(),
        ];
        assert.deepEqual(found, [[], [next.id], next.id, []], `${nth} ${calls[nth]}`);
        assert.deepEqual(business.events(), ['card.created', 'card.replaced']);
      }
    });
});

test('of what is saved beside the version, the second of two at once is stale: no step is lost', async () => {
  const card = renewable();
  const synced = saveInternalState(card, {
    issuer_sync: { ...card.issuer_sync, scheduled_at: before(50).toISOString() },
  });
  for (const [first, second] of [
    [cardAdvanced(card, before(0).toISOString()), synced],
    [synced, saveInternalState(card, { renews_at: before(30).toISOString() })],
    [
      saveInternalState(card, { renews_at: before(30).toISOString() }),
      cardAdvanced(card, before(0).toISOString()),
    ],
  ] as const) {
    const { connection } = testDatabase([saveCard(card)]);
    const deadline = { now: before(60), deadline: Date.now() + 60_000 };
    await writeOne(connection, first ?? assert.fail(), deadline);
    await assert.rejects(writeOne(connection, second ?? assert.fail(), deadline), StaleDecision);
  }
});

test('of a save beside the version and a change at once the change is stale, whatever was saved', async () => {
  const card = renewable();
  const frozen = transitionCard(card, 'freeze', null, before(50)).after;
  for (const internal of [
    { issuer_sync: outOfSync(card.issuer_sync, before(50)) },
    { renews_at: before(30).toISOString() },
    { advanced_to: before(0).toISOString() },
  ]) {
    const { connection } = testDatabase([saveCard(card)]);
    const deadline = { now: before(60), deadline: Date.now() + 60_000 };
    await writeOne(connection, saveInternalState(card, internal), deadline);
    const change = { writes: [saveCard(frozen, card)], conditions: [] };
    await assert.rejects(commit(connection, change, deadline), StaleDecision);
  }
});

test('a simulated clock reaches the renewal, then the end, and reaching a time twice changes nothing', async () => {
  const business = aBusiness(renewable());
  const now = new Date('2026-11-20T12:00:00.000Z');
  const reach = (until: Date) => {
    const write = cardAdvanced(business.card(), until.toISOString());
    if (write?.kind === 'set')
      business.give(
        putting(write.key, { ...business.itemOf(business.card().id), ...write.values }),
      );
    return write !== undefined;
  };
  assert.equal(reach(before(100)), false);
  assert.ok(reach(before(20)));
  assert.equal(reach(before(20)), false);
  assert.ok(
    (scheduledAtOf(business.itemOf(business.card().id)) ?? '') <= now.toISOString(),
    'it is due at once',
  );
  await business.step(now);
  await business.step(now);
  assert.deepEqual([business.others().length, business.card().state], [1, 'active']);
  assert.ok(reach(before(0)));
  await business.step(now);
  assert.deepEqual([business.card().state, business.card().status_reason], ['closed', 'expired']);
});
