import assert from 'node:assert/strict';
import type { ApiError } from '../../../../functions/core/api-error.ts';
import {
  heldJob,
  isHeld,
  leftJob,
  newJob,
  passedJob,
  passOf,
} from '../../../../functions/core/job.ts';
import { catalogues } from '../../../../functions/identity/catalogues/catalogue.ts';
import type { FeatureId } from '../../../../functions/identity/catalogues/model.ts';
import type { CustomerStatus } from '../../../../functions/identity/customers/states.ts';
import {
  cardFeatures,
  effectiveCard,
  reconciledCard,
  requireOffered,
} from '../../../../functions/issuing/cards/eligibility.ts';
import type { Card } from '../../../../functions/issuing/cards/model.ts';
import { statusOf } from '../../../../functions/issuing/cards/transitions.ts';
import { durationsAt } from '../../../helpers/durations.ts';
import { aCard, aPhysicalCard, now } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

const context = (status: CustomerStatus, ...active: FeatureId[]) => ({
  customer: { status },
  activations: active.map((feature) => ({ feature, status: 'active' as const })),
  account_currency: 'USD',
});
const later = (ms: number) => new Date(now.getTime() + ms);

test('a card needs the feature of its type, and one more in another currency than the account’s', () => {
  assert.deepEqual(cardFeatures({ type: 'virtual', currency: 'USD' }, 'USD'), ['virtual_cards']);
  assert.deepEqual(cardFeatures({ type: 'physical', currency: 'USD' }, 'USD'), ['physical_cards']);
  const foreign = ['virtual_cards', 'foreign_currency_cards'];
  assert.deepEqual(cardFeatures({ type: 'virtual', currency: 'USD' }, 'EUR'), foreign);
});

test('a card that the catalogue does not offer is an error of its type or currency', () => {
  const { cards } = catalogues.united_states;
  const pointers = (error: unknown) =>
    (error as ApiError).details.errors?.map((one) => 'pointer' in one && one.pointer).join();
  const refused = (wanted: string) => (error: unknown) => pointers(error) === wanted;
  requireOffered({ type: 'virtual', currency: 'USD' }, 'USD', cards);
  assert.throws(
    () => requireOffered({ type: 'physical', currency: 'USD' }, 'USD', cards),
    refused('/type'),
  );
  // Also where the catalogue still has it, and for the replacement of a card that is older.
  assert.throws(
    () => requireOffered({ type: 'virtual', currency: 'HRK' }, 'HRK', cards),
    refused('/currency'),
  );
  assert.throws(
    () => requireOffered({ type: 'virtual', currency: 'USD' }, 'EUR', cards),
    refused('/currency'),
  );
});

describe('a card is used', () => {
  const blocks = { customer_suspended: true, feature_suspended: false };
  const met = (card: Card, ...said: Parameters<typeof context>) =>
    statusOf(effectiveCard(card, context(...said), now));

  test('as it is, where nothing has changed', () => {
    const card = aCard();
    assert.equal(effectiveCard(card, context('active', 'virtual_cards'), now), card);
    assert.equal(met(aCard({ state: 'frozen' }), 'active', 'virtual_cards'), 'frozen');
  });

  test('as its context requires, before the job has reconciled it', () => {
    assert.equal(met(aCard(), 'suspended', 'virtual_cards'), 'blocked');
    assert.equal(met(aCard(), 'active'), 'blocked');
    assert.equal(met(aCard(), 'closed'), 'closed');
    assert.equal(met(aCard({ blocks }), 'closed'), 'closed');
  });

  test('blocked until the block is lifted, though its cause is gone', () => {
    assert.equal(met(aCard({ blocks }), 'active', 'virtual_cards'), 'blocked');
  });
});

describe('a card becomes what its context requires', () => {
  const blocks = { customer_suspended: true, feature_suspended: true };

  test('and is left alone where it is', () => {
    assert.equal(reconciledCard(aCard(), context('active', 'virtual_cards'), now), undefined);
    assert.equal(reconciledCard(aCard({ blocks }), context('suspended'), now), undefined);
    for (const status of ['active', 'suspended', 'closed'] as const)
      assert.equal(reconciledCard(aCard({ state: 'closed' }), context(status), now), undefined);
  });

  test('whatever it was before: the order of causes does not matter', () => {
    const ends = [
      [context('active', 'virtual_cards'), []],
      [context('active', 'physical_cards', 'higher_limits'), ['feature_suspended']],
      [context('suspended', 'virtual_cards'), ['customer_suspended']],
      [context('suspended'), ['customer_suspended', 'feature_suspended']],
    ] as const;
    for (const [, before] of ends)
      for (const [wanted, causes] of ends) {
        const was = { customer_suspended: false, feature_suspended: false };
        for (const cause of before) was[cause] = true;
        const card = aCard({ blocks: was });
        const reconciled = reconciledCard(card, wanted, now)?.after ?? card;
        const found = Object.entries(reconciled.blocks).filter(([, blocked]) => blocked);
        assert.deepEqual(
          found.map(([cause]) => cause),
          causes,
        );
      }
  });

  test('closed with its customer, from any state and under any block', () => {
    for (const card of [aCard(), aCard({ state: 'frozen', blocks }), aPhysicalCard()]) {
      const step = reconciledCard(card, context('closed'), now) ?? assert.fail();
      assert.deepEqual(
        [step.event, step.after.state, step.after.status_reason],
        ['card.closed', 'closed', 'customer_closed'],
      );
    }
  });

  test('blocked where the other currency’s feature is missing', () => {
    const step = reconciledCard(
      aCard({ currency: 'EUR' }),
      context('active', 'virtual_cards'),
      now,
    );
    assert.equal(step?.event, 'card.blocked');
  });
});

describe('the reconciliation job', () => {
  const job = newJob('token-1', now);
  const pace = (ms: number, speed = 1) => ({ now: later(ms), durations: durationsAt(speed) });

  test('ends with a pass that began a minute after its cause and found nothing', () => {
    const started = (ms: number, moved: boolean) => ({ ...passOf(job, later(ms)), moved });
    assert.equal(passedJob(job, started(60_000, false), pace(60_001)), undefined);
    assert.equal(passedJob(job, started(1_000, false), pace(1_001, 60)), undefined);
    assert.equal(
      passedJob(job, started(59_999, false), pace(70_000))?.scheduled_at,
      later(70_000).toISOString(),
    );
    assert.equal(
      passedJob(job, started(0, false), pace(5))?.scheduled_at,
      later(60_000).toISOString(),
    );
    assert.equal(
      passedJob(job, started(60_000, true), pace(61_000))?.scheduled_at,
      later(61_000).toISOString(),
    );
  });

  test('is scheduled again when its lease has expired', () => {
    const held = { ...heldJob(job, passOf(job, now), pace(0)), token: 'token-2' };
    assert.deepEqual(
      [held.held_until, held.scheduled_at],
      [later(10_000).toISOString(), later(10_000).toISOString()],
    );
    assert.equal(isHeld(held, undefined, later(9_999)), true);
    assert.equal(isHeld(held, 'token-2', later(9_999)), false);
    assert.equal(isHeld(held, undefined, later(10_000)), false);
    assert.equal(isHeld(job, undefined, now), false);
    assert.equal(
      heldJob(job, passOf(job, now), pace(0, 60)).held_until,
      later(2_000).toISOString(),
    );
  });

  test('goes on where it was left', () => {
    const pass = { started_at: now.toISOString(), cursor: 'card_1', moved: true };
    const left = { ...leftJob(job, pass, pace(5)), token: 'token-2' };
    assert.deepEqual(passOf(left, later(6)), pass);
    assert.deepEqual([left.held_until, left.scheduled_at], [null, later(5).toISOString()]);
  });
});
