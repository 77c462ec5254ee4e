import assert from 'node:assert/strict';
import { ApiError } from '../../../../functions/core/api-error.ts';
import type { Card } from '../../../../functions/issuing/cards/model.ts';
import {
  type Blocks,
  type CardAction,
  type CardRequest,
  type CardState,
  cardActionNames,
  cardRequests,
  cardStatus,
  cardTransitions,
  shippingStatuses,
} from '../../../../functions/issuing/cards/states.ts';
import {
  blockCard,
  cardActions,
  requireAction,
  revealedCard,
  transitionCard,
} from '../../../../functions/issuing/cards/transitions.ts';
import { aCard, aPhysicalCard, aShipping, now } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

const states = Object.keys(cardTransitions) as CardState[];
const isMove = (action: CardAction | CardRequest): action is CardAction =>
  !(action in cardRequests);
const actions = cardActionNames.filter(isMove);
const types: readonly (readonly [string, (over: Partial<Card>) => Card])[] = [
  ['virtual', aCard],
  ['physical', aPhysicalCard],
];
const free: Blocks = { customer_suspended: false, feature_suspended: false };
const everyBlock: readonly Blocks[] = [false, true].flatMap((customer_suspended) =>
  [false, true].map((feature_suspended) => ({ customer_suspended, feature_suspended })),
);

for (const [type, make] of types)
  for (const state of states)
    for (const blocks of everyBlock)
      describe(`a ${type} card that is ${state} with ${JSON.stringify(blocks)}`, () => {
        const card = make({ state, blocks, version: 7 });
        const blocked =
          state !== 'closed' && (blocks.customer_suspended || blocks.feature_suspended);

        for (const action of actions) {
          const move = blocked && action !== 'close' ? undefined : cardTransitions[state][action];
          if (move)
            test(`${action} leads to ${move[0]} and emits its event`, () => {
              const step = transitionCard(card, action, 'why', now);
              const moved = {
                state: move[0],
                status_reason: 'why',
                updated_at: now.toISOString(),
                version: 8,
              };
              // The updates that its issuer learns of it are proven separately.
              const { issuer_sync } = step.after;
              assert.deepEqual(step, {
                before: card,
                after: { ...card, ...moved, issuer_sync },
                event: move[1],
              });
              assert.ok(cardActions(card).includes(action));
            });
          else
            test(`${action} is rejected with where it stands and what it allows`, () => {
              const current_status = blocked ? 'blocked' : state;
              const details = { current_status, allowed_actions: cardActions(card) };
              assert.throws(
                () => transitionCard(card, action, null, now),
                new ApiError('action_not_allowed', details),
              );
              assert.ok(!cardActions(card).includes(action));
            });
        }

        for (const request of ['replace', 'reveal'] as const) {
          const allowed = !blocked && cardRequests[request].includes(state);
          test(`${request} is ${allowed ? 'possible' : 'rejected'}`, () => {
            assert.equal(cardActions(card).includes(request), allowed);
            if (allowed) requireAction(card, request);
            else assert.throws(() => requireAction(card, request), { code: 'action_not_allowed' });
          });
        }

        test('shows as closed, else as blocked, else as its state', () => {
          assert.equal(cardStatus(state, blocks), blocked ? 'blocked' : state);
        });
      });

test('golden lines: what each card allows, in one order', () => {
  const lines: [Card, string][] = [
    [aCard(), 'freeze close replace reveal'],
    [aCard({ state: 'frozen' }), 'unfreeze close replace reveal'],
    [aCard({ state: 'closed' }), ''],
    [aCard({ replaced_by: 'card_2' }), 'freeze close reveal'],
    [aCard({ blocks: { ...free, customer_suspended: true } }), 'close'],
    [aPhysicalCard(), 'activate close replace'],
    [aPhysicalCard({ shipping: aShipping() }), 'close replace'],
    [aPhysicalCard({ state: 'frozen' }), 'unfreeze close replace reveal'],
    [aPhysicalCard({ blocks: { ...free, feature_suspended: true } }), 'close'],
    [
      aCard({ supersedes: Array(10).fill({ id: 'card_2', reason: 'damaged' }) }),
      'freeze close reveal',
    ],
  ];
  for (const [card, allowed] of lines) assert.equal(cardActions(card).join(' '), allowed);
});

for (const status of shippingStatuses)
  test(`a physical card whose parcel is ${status} ${status === 'shipped' || status === 'delivered' ? 'can' : 'cannot'} be activated`, () => {
    const card = aPhysicalCard({ shipping: aShipping({ status }) });
    const allowed = status === 'shipped' || status === 'delivered';
    assert.equal(cardActions(card).includes('activate'), allowed);
    if (allowed) assert.equal(transitionCard(card, 'activate', null, now).after.state, 'active');
    else
      assert.throws(() => transitionCard(card, 'activate', null, now), {
        code: 'action_not_allowed',
      });
  });

test('closing cancels a pending parcel, and no other', () => {
  const stopped = transitionCard(aPhysicalCard({ shipping: aShipping() }), 'close', 'lost', now)
    .after.shipping;
  assert.deepEqual(stopped?.history.at(-1), { status: 'canceled', at: now.toISOString() });
  for (const status of shippingStatuses.filter((one) => one !== 'pending')) {
    const shipping = aShipping({ status });
    assert.deepEqual(
      transitionCard(aPhysicalCard({ shipping }), 'close', 'lost', now).after.shipping,
      shipping,
    );
  }
  const frozen = transitionCard(
    aPhysicalCard({ state: 'active', shipping: aShipping() }),
    'freeze',
    null,
    now,
  ).after;
  assert.equal(frozen.shipping?.status, 'pending');
});

test('a reveal is a change with an event, and changes nothing else', () => {
  const card = aCard();
  const step = revealedCard(card, now);
  const changed = { updated_at: now.toISOString(), version: 2 };
  assert.deepEqual(step, { before: card, after: { ...card, ...changed }, event: 'card.revealed' });
  assert.throws(() => revealedCard(aPhysicalCard(), now), { code: 'action_not_allowed' });
});

describe('a block', () => {
  const toBlocks = (
    card: Card,
    cause: 'customer_suspended' | 'feature_suspended',
    blocked: boolean,
  ) => {
    const step = blockCard(card, { [cause]: blocked }, now);
    assert.ok(step);
    return step;
  };

  for (const state of states.filter((one) => one !== 'closed'))
    test(`of two causes on a ${state} card is lifted one by one and shows the state that was`, () => {
      const first = toBlocks(aCard({ state }), 'customer_suspended', true);
      const second = toBlocks(first.after, 'feature_suspended', true);
      const third = toBlocks(second.after, 'customer_suspended', false);
      const last = toBlocks(third.after, 'feature_suspended', false);
      const steps = [first, second, third, last];
      const events = ['card.blocked', 'card.updated', 'card.updated', 'card.unblocked'];
      assert.deepEqual(
        steps.map(({ event }) => event),
        events,
      );
      assert.deepEqual(
        steps.map(({ after }) => [cardStatus(after.state, after.blocks), after.version]),
        [
          ['blocked', 2],
          ['blocked', 3],
          ['blocked', 4],
          [state, 5],
        ],
      );
    });

  test('that is set or lifted twice changes nothing the second time', () => {
    const blocked = toBlocks(aCard(), 'feature_suspended', true).after;
    assert.equal(blockCard(blocked, { feature_suspended: true }, now), undefined);
    assert.equal(blockCard(aCard(), { feature_suspended: false }, now), undefined);
  });

  test('of two causes at once is one change', () => {
    const step =
      blockCard(aCard(), { customer_suspended: true, feature_suspended: true }, now) ??
      assert.fail();
    assert.deepEqual([step.event, step.after.version], ['card.blocked', 2]);
    const one = blockCard(step.after, { customer_suspended: false, feature_suspended: true }, now);
    assert.equal(one?.event, 'card.updated');
    const none = blockCard(
      step.after,
      { customer_suspended: false, feature_suspended: false },
      now,
    );
    assert.equal(none?.event, 'card.unblocked');
  });

  test('never reaches a closed card', () => {
    assert.equal(
      blockCard(aCard({ state: 'closed' }), { customer_suspended: true }, now),
      undefined,
    );
    const closed = aCard({ state: 'closed', blocks: { ...free, customer_suspended: true } });
    assert.equal(blockCard(closed, { customer_suspended: false }, now), undefined);
  });
});
