import assert from 'node:assert/strict';
import {
  type Breaker,
  breakerAfter,
  breakerState,
  closedBreaker,
  probing,
} from '../../../../functions/issuing/authorization-endpoints/breaker.ts';
import {
  failures_max,
  open_ms,
} from '../../../../functions/issuing/authorization-endpoints/states.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import { describe, test } from '../../../helpers/tests.ts';

const later = (ms: number) => new Date(now.getTime() + ms);
const failed = (breaker: Breaker, at = now) => breakerAfter(breaker, false, at) ?? assert.fail();
const afterFailures = (count: number) =>
  Array.from({ length: count }).reduce<Breaker>((one) => failed(one), closedBreaker);

describe('the breaker of an endpoint', () => {
  test('opens after so many failures in a row, and not before', () => {
    assert.equal(breakerState(afterFailures(failures_max - 1), now), 'closed');
    assert.equal(breakerState(afterFailures(failures_max), now), 'open');
  });

  test('stays closed where an answer is in between, and an answer to a healthy endpoint writes nothing', () => {
    const answered = breakerAfter(afterFailures(failures_max - 1), true, now);
    assert.equal(answered?.consecutive_failures, 0);
    assert.equal(breakerState(failed(answered ?? closedBreaker), now), 'closed');
    assert.equal(breakerAfter(closedBreaker, true, now), undefined);
  });

  test('is half open when its time is over, opens again with a failure, and closes with an answer', () => {
    const open = afterFailures(failures_max);
    assert.equal(breakerState(open, later(open_ms - 1)), 'open');
    assert.equal(breakerState(open, later(open_ms)), 'half_open');
    const probe = probing(open, 1_000, later(open_ms));
    assert.equal(breakerState(probe, later(open_ms + 999)), 'open', 'for all others');
    assert.equal(breakerState(failed(probe, later(open_ms + 900)), later(open_ms + 1_000)), 'open');
    assert.equal(
      breakerState(breakerAfter(probe, true, later(open_ms + 900)) ?? open, later(open_ms + 901)),
      'closed',
    );
  });

  test('is half open again where who was to find out has died', () => {
    const probe = probing(afterFailures(failures_max), 1_000, later(open_ms));
    assert.equal(breakerState(probe, later(open_ms + 1_000)), 'half_open');
  });

  test('counts its versions, so that of two at once one is saved', () => {
    assert.deepEqual([failed(closedBreaker).version, afterFailures(4).version], [1, 4]);
  });
});
