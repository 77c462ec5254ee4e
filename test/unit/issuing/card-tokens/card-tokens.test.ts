import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  afterCardClosed,
  type CardToken,
  type CardTokenReport,
  newCardToken,
  reportedCardToken,
  toIssuerToken,
  transitionCardToken,
} from '../../../../functions/issuing/card-tokens/model.ts';
import {
  type CardTokenStatus,
  cardTokenStatuses,
} from '../../../../functions/issuing/card-tokens/states.ts';
import { synced } from '../../../../functions/issuing/cards/model.ts';
import { aCardToken, aTokenReport } from '../../../helpers/fixtures/card-tokens.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { trials } from '../../../helpers/trials.ts';

const of = { id: 'ctok_1', customer_id: 'cus_1' };
const reported = ([first, ...more]: readonly CardTokenReport[]): CardToken =>
  more.reduce<CardToken>(
    (token, report) => reportedCardToken(token, report, now)?.after ?? token,
    newCardToken(first ?? assert.fail(), of, now).after,
  );
const settled = ({ status, status_reason }: CardToken) => [status, status_reason];
const after = (token: CardToken, status: CardTokenStatus, seconds = 5) =>
  reportedCardToken(token, aTokenReport({ status }, seconds), now);

test('reports of an issuer end in one status, twice and in every order', () => {
  const report = fc
    .record({
      status: fc.constantFrom(...cardTokenStatuses),
      seconds: fc.integer({ min: 1, max: 3 }),
    })
    // A token is requested before anything else.
    .map(({ status, seconds }) => aTokenReport({ status }, status === 'requested' ? 0 : seconds));
  const inAnyOrder = fc.array(report, { minLength: 1, maxLength: 4 }).chain((all) =>
    fc.record({
      all: fc.constant(all),
      again: fc.shuffledSubarray([...all, ...all], {
        minLength: all.length * 2,
        maxLength: all.length * 2,
      }),
    }),
  );
  fc.assert(
    fc.property(inAnyOrder, ({ all, again }) =>
      assert.deepEqual(settled(reported(again)), settled(reported(all))),
    ),
    { numRuns: trials(1_000) },
  );
});

describe('what the issuer did by itself is accepted', () => {
  test('and so is its end, also while a request of the business is on its way', () => {
    const token = aCardToken();
    assert.equal(after(token, 'suspended')?.event, 'card_token.suspended');
    assert.equal(after(token, 'suspended')?.after.status_reason, 'by_issuer');
    const suspended = transitionCardToken(token, 'suspend', now).after;
    assert.deepEqual(settled(after(suspended, 'deleted')?.after ?? assert.fail()), [
      'deleted',
      'by_issuer',
    ]);
  });

  test('a token that it suspended it also resumes', () => {
    const suspended = after(aCardToken(), 'suspended')?.after ?? assert.fail();
    assert.equal(after(suspended, 'active', 9)?.event, 'card_token.resumed');
    assert.equal(
      after(aCardToken({ status: 'requested', reported_status: 'requested' }), 'active')?.event,
      'card_token.activated',
    );
  });
});

describe('what contradicts the business is corrected at the issuer', () => {
  test('once the request has arrived there', () => {
    const suspended = transitionCardToken(aCardToken(), 'suspend', now).after;
    assert.equal(suspended.issuer_sync.status, 'pending');
    const arrived = { ...suspended, issuer_sync: synced(2, now) };
    const { event, after: corrected } = after(arrived, 'active') ?? assert.fail();
    assert.deepEqual(
      [event, corrected.status, corrected.issuer_sync.status],
      [undefined, 'suspended', 'pending'],
    );
    // An echo of what was requested changes nothing that is shown.
    const echoed = after(arrived, 'suspended')?.after ?? assert.fail();
    assert.deepEqual([echoed.status, echoed.issuer_sync.status], ['suspended', 'synced']);
  });

  test('and until then a report is no change by the issuer', () => {
    const suspended = aCardToken({ status: 'suspended', reported_status: 'suspended' });
    const resumed = transitionCardToken(suspended, 'resume', now).after;
    const { event, after: waiting } = after(resumed, 'suspended') ?? assert.fail();
    assert.deepEqual(
      [event, waiting.status, waiting.issuer_sync.status],
      [undefined, 'active', 'pending'],
    );
  });

  test('and a report from before is ignored', () => {
    const known = aCardToken({ reported_at: aTokenReport({}, 10).at });
    assert.equal(after(known, 'suspended', 9), undefined);
  });
});

test('each action has its transition, and what is deleted has none', () => {
  const suspended = transitionCardToken(aCardToken(), 'suspend', now);
  assert.deepEqual([suspended.event, suspended.after.version], ['card_token.suspended', 2]);
  assert.equal(toIssuerToken(suspended.after).status, 'suspended');
  const deleted = aCardToken({ status: 'deleted' });
  const details = { current_status: 'deleted', allowed_actions: [] };
  for (const action of ['suspend', 'resume', 'delete'] as const)
    assert.throws(() => transitionCardToken(deleted, action, now), {
      code: 'action_not_allowed',
      details,
    });
  assert.equal(afterCardClosed(deleted, now), undefined);
  assert.deepEqual(settled(afterCardClosed(aCardToken(), now)?.after ?? assert.fail()), [
    'deleted',
    'card_closed',
  ]);
});
