import assert from 'node:assert/strict';
import { scheduledKinds } from '../../../../functions/app/jobs/scheduled-kinds.ts';
import { kindOf, scheduledAtOf } from '../../../../functions/core/dynamodb/scheduled-work.ts';
import { storesOf } from '../../../../functions/core/dynamodb/stores.ts';
import {
  type Card,
  type CardTransition,
  type IssuerCard,
  type IssuerSync,
  isAlarming,
  issuerFailed,
  issuerRefused,
  synced,
} from '../../../../functions/issuing/cards/model.ts';
import { takeStep } from '../../../../functions/issuing/cards/reconcile.ts';
import { changeSettings } from '../../../../functions/issuing/cards/settings.ts';
import { cardKeys, cardOf, saveCard } from '../../../../functions/issuing/cards/table.ts';
import {
  blockCard,
  revealedCard,
  transitionCard,
  transitionCardShipping,
} from '../../../../functions/issuing/cards/transitions.ts';
import { durations } from '../../../helpers/durations.ts';
import { aCard, aPhysicalCard, now } from '../../../helpers/fixtures/cards.ts';
import { itemOf, type TestDatabase, testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { workAt } from '../../../helpers/work.ts';

const pace = { now, durations };
const later = (ms: number) => new Date(now.getTime() + ms);
const limits = [{ amount: 100, interval: 'weekly' }] as const;
const settings = ({ nickname, metadata, spending_controls }: Card) => ({
  nickname,
  metadata,
  spending_controls,
});

describe('the issuer is updated', () => {
  const card = aCard();
  const frozen = aCard({ state: 'frozen' });
  const limited = { ...settings(card), spending_controls: { ...card.spending_controls, limits } };
  const moves: [string, CardTransition | undefined][] = [
    ['that a card is frozen', transitionCard(card, 'freeze', null, now)],
    ['that it is freed', transitionCard(frozen, 'unfreeze', null, now)],
    ['that it is closed', transitionCard(card, 'close', 'lost', now)],
    ['that its parcel came', transitionCard(aPhysicalCard(), 'activate', null, now)],
    ['that it is blocked', blockCard(card, { customer_suspended: true }, now)],
    ['what it may spend', changeSettings(card, limited, now)],
  ];
  for (const [name, move] of moves)
    test(name, () => {
      const since = now.toISOString();
      const reported = {
        status: 'pending',
        version: 1,
        since,
        error: null,
        attempts: 0,
        scheduled_at: since,
      };
      assert.deepEqual(move?.after.issuer_sync, reported);
    });

  const silent: [string, CardTransition | undefined][] = [
    [
      'what its holder calls it',
      changeSettings(card, { ...settings(card), nickname: 'Travel' }, now),
    ],
    ['where a merchant may be', changeSettings(card, withCountries(card), now)],
    ['where its parcel is', transitionCardShipping(aPhysicalCard(), 'delivered', now)],
    ['that its number was shown', revealedCard(card, now)],
    ['that a frozen card is blocked', blockCard(frozen, { feature_suspended: true }, now)],
  ];
  for (const [name, move] of silent)
    test(`nothing of ${name}`, () =>
      assert.deepEqual(move?.after.issuer_sync, move?.before.issuer_sync));

  test('since the first change that it does not know, whatever went wrong before', () => {
    const failing = issuerFailed(
      transitionCard(card, 'freeze', null, now).after.issuer_sync,
      'card_unknown',
      pace,
    );
    const again = transitionCard(
      { ...frozen, issuer_sync: failing },
      'unfreeze',
      null,
      later(60_000),
    );
    const { status, since, error, attempts, scheduled_at } = again.after.issuer_sync;
    const expected = ['pending', now.toISOString(), null, 0, later(60_000).toISOString()];
    assert.deepEqual([status, since, error, attempts, scheduled_at], expected);
  });
});

function withCountries(card: Card) {
  return {
    ...settings(card),
    spending_controls: { ...card.spending_controls, allowed_countries: ['GB'] },
  };
}

const pendingCard = (over: Partial<Card> = {}): Card => ({
  ...transitionCard(aCard(), 'freeze', null, now).after,
  ...over,
});

describe('an update that failed', () => {
  const { issuer_sync } = pendingCard();

  test('is retried, at the latest every five minutes', () => {
    let reported: IssuerSync = issuer_sync;
    const waits = Array.from({ length: 9 }, () => {
      reported = issuerFailed(reported, 'unreachable', pace);
      return (Date.parse(reported.scheduled_at ?? '') - now.getTime()) / 1000;
    });
    assert.deepEqual(waits, [5, 10, 20, 40, 80, 160, 300, 300, 300]);
    assert.deepEqual(
      [reported.status, reported.error, reported.attempts],
      ['pending', 'unreachable', 9],
    );
  });

  test('raises an alarm after five minutes, and immediately if the issuer rejects it', () => {
    assert.deepEqual(
      [isAlarming(issuer_sync, later(299_999)), isAlarming(issuer_sync, later(300_000))],
      [false, true],
    );
    assert.ok(isAlarming(issuerFailed(issuer_sync, 'not_accepted', pace), now));
    assert.ok(!isAlarming(synced(3, now), later(3_600_000)));
  });
});

/** Syncs a stored card to the issuer, which does this meanwhile; what it got, and the card after it. */
const publishing = async (
  card: Card,
  meanwhile: (tables: TestDatabase) => void = () => undefined,
) => {
  const tables = testDatabase([saveCard(card)]);
  const work = workAt(new Date(), storesOf(tables.connection));
  const reported: string[] = [];
  const push = async ({ version, status }: IssuerCard) => {
    reported.push(`${version} ${status}`);
    meanwhile(tables);
  };
  const issuer = { name: 'simulator', push, issue: () => assert.fail(), void: () => assert.fail() };
  await takeStep({ tenant_id: card.tenant_id, card_id: card.id }, work, issuer, async () => {});
  const item =
    tables.find(cardKeys.card(card.tenant_id, card.id)) ?? assert.fail('the card is gone');
  return { reported, item, ...cardOf(item) };
};

const throwing = (error: Error) => () => {
  throw error;
};

describe('an update of the issuer', () => {
  test('sends the current state, and saves that it did', async () => {
    const card = pendingCard();
    const { reported, item, issuer_sync, version } = await publishing(card);
    assert.deepEqual([reported, version], [['2 inactive'], 2]);
    assert.deepEqual(
      [issuer_sync.status, issuer_sync.version, issuer_sync.scheduled_at],
      ['synced', 2, null],
    );
    assert.equal(scheduledAtOf(item), card.renews_at, 'what comes next is its renewal');
  });

  test('does nothing if the issuer is in sync', async () => {
    const { reported, issuer_sync } = await publishing(aCard());
    assert.deepEqual([reported, issuer_sync], [[], aCard().issuer_sync]);
  });

  test('is scheduled again if the issuer does not answer', async () => {
    const { item, issuer_sync } = await publishing(
      pendingCard(),
      throwing(new Error('connect ECONNREFUSED')),
    );
    assert.deepEqual(
      [issuer_sync.status, issuer_sync.error, issuer_sync.version],
      ['pending', 'unreachable', 1],
    );
    assert.equal(scheduledAtOf(item), issuer_sync.scheduled_at);
  });

  test('is failing if the issuer rejects it', async () => {
    const { issuer_sync } = await publishing(
      pendingCard(),
      throwing(issuerRefused('card_canceled')),
    );
    assert.deepEqual(
      [issuer_sync.status, issuer_sync.error, issuer_sync.attempts],
      ['failing', 'card_canceled', 1],
    );
  });

  test('leaves what changed meanwhile to the event of that change', async () => {
    const read = pendingCard();
    const freed = transitionCard(read, 'unfreeze', null, later(1)).after;
    const { reported, issuer_sync } = await publishing(read, ({ give }) => give(saveCard(freed)));
    assert.deepEqual([reported, issuer_sync], [['2 inactive'], freed.issuer_sync]);
  });
});

describe('a stored card', () => {
  test('is scheduled while its issuer is out of sync, and the sweeper can notify its job', () => {
    const card = pendingCard();
    const item = itemOf(saveCard(card));
    const { tenant_id, id: card_id } = card;
    const { to, message } =
      scheduledKinds[kindOf(cardKeys.card(tenant_id, card_id))] ?? assert.fail();
    assert.deepEqual([to, message(item)], ['cards', { kind: 'card', tenant_id, card_id }]);
    assert.deepEqual(cardOf(item), card);
    assert.ok('schedule_shard' in item);
    const closed = {
      ...transitionCard(aCard(), 'close', 'lost', now).after,
      issuer_sync: synced(2, now),
    };
    assert.ok(!('schedule_shard' in itemOf(saveCard(closed))));
  });
});
