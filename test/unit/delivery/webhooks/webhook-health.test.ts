import assert from 'node:assert/strict';
import {
  breakerDueAt,
  claimProbe,
  type Health,
  type HealthAction,
  type HealthState,
  health_limits,
  healthAfter,
  healthTransitions,
  isOpen,
  isProbeDue,
  resetHealth,
  slowCallHealth,
  untriedHealth,
  withProbesStopped,
} from '../../../../functions/delivery/webhooks/health.ts';
import { durations, durationsAt } from '../../../helpers/durations.ts';
import { at, failure, iso, pace, start, success } from '../../../helpers/some-health.ts';
import { describe, test } from '../../../helpers/tests.ts';

const states = Object.keys(healthTransitions) as HealthState[];
const actions: HealthAction[] = [
  'success',
  'failure',
  'trip',
  'probe',
  'slow_call',
  'reset',
  'stop',
];

/** An endpoint in this state, in the middle of its life. */
const inState = (state: HealthState, more: Partial<Health> = {}): Health => ({
  ...untriedHealth,
  state,
  since: iso(-10_000),
  consecutive_failures: state === 'healthy' ? 0 : 3,
  failing_since: state === 'healthy' ? null : iso(-20_000),
  next_probe_at: state === 'open' ? iso(5_000) : null,
  probe: state === 'half_open' ? { token: 'mine', until: iso(45_000) } : null,
  ...more,
});

const failing = (health: Health, times: number, outcome = failure): Health => {
  let now = health;
  for (let nth = 0; nth < times; nth++) now = healthAfter(now, outcome, pace(nth)) ?? assert.fail();
  return now;
};

/** The next state, by the action that the functions make of it. */
const become: Record<HealthAction, (health: Health) => Health | null | undefined> = {
  success: (health) => healthAfter(health, success, pace(0)),
  failure: (health) => healthAfter(health, { ...failure, token: 'mine' }, pace(0)),
  trip: (health) => healthAfter(health, { ...failure, pause_ms: 1 }, pace(0)),
  probe: (health) => {
    const probe = { token: 'another', until: iso(200_000), delivery_id: 'dlv_1', asked: false };
    return claimProbe(health, probe, at(100_000));
  },
  slow_call: (health) => slowCallHealth(health, { token: 'mine', until: iso(45_000) }, at(0)),
  reset: (health) => resetHealth(health, at(0)),
  stop: (health) => withProbesStopped(health, at(0)),
};

describe('every move is the one of the table', () => {
  for (const state of states)
    for (const action of actions)
      test(`${state} ${action}`, () => {
        // An answer that asks for a pause trips in the same step as it degrades; elsewhere tripping
        // is no more than failing.
        const tripped = state === 'half_open' ? 'half_open' : 'open';
        const next = become[action](inState(state));
        assert.equal(next?.state, action === 'trip' ? tripped : healthTransitions[state][action]);
        if (!next) return;
        assert.equal(
          next.probe !== null,
          next.state === 'half_open',
          'a probe is under way there alone',
        );
        assert.equal(
          next.next_probe_at !== null,
          next.state === 'open' && action !== 'stop',
          'and comes there alone',
        );
      });

  test('and says since when it is so, which lasts as long as it does', () => {
    assert.equal(healthAfter(inState('healthy'), failure, pace(0))?.since, iso(0));
    assert.equal(healthAfter(inState('degraded'), failure, pace(0))?.since, iso(-10_000));
    assert.equal(healthAfter(untriedHealth, success, pace(0))?.since, iso(0));
  });
});

describe('the breaker opens', () => {
  test('at the fifth failure in a row, with a probe as its first step says', () => {
    const fourth = failing(untriedHealth, 4);
    assert.deepEqual(
      [fourth.state, fourth.consecutive_failures, breakerDueAt(fourth)],
      ['degraded', 4, null],
    );
    const fifth = failing(untriedHealth, 5);
    assert.deepEqual(
      [fifth.state, fifth.consecutive_failures, fifth.failing_since],
      ['open', 5, iso(0)],
    );
    assert.equal(breakerDueAt(fifth), iso(4 + 5_000));
  });

  test('not where one of five arrives', () => {
    const arrived = healthAfter(failing(untriedHealth, 4), success, pace(9)) ?? assert.fail();
    assert.deepEqual(
      [arrived.state, arrived.consecutive_failures, arrived.failing_since],
      ['healthy', 0, null],
    );
    assert.equal(failing(arrived, 4).state, 'degraded');
  });

  test('at once where the endpoint asks for a pause, for as long as it asks, whatever the haste', () => {
    const asked = { ...failure, pause_ms: 90_000 };
    for (const state of ['healthy', 'degraded'] as const) {
      const paused = healthAfter(inState(state), asked, pace(0, { durations: durationsAt(60) }));
      assert.deepEqual([paused?.next_probe_at, paused?.paused_until], [iso(90_000), iso(90_000)]);
    }
    const brief = healthAfter(untriedHealth, { ...failure, pause_ms: 1_000 }, pace(0));
    assert.deepEqual([brief?.next_probe_at, brief?.paused_until], [iso(5_000), iso(1_000)]);
  });
});

describe('while it is open', () => {
  test('probes come ever more rarely, up to the longest step, jittered and hurried as all waits', () => {
    let health = failing(untriedHealth, 5);
    const waits: number[] = [];
    for (const _ of [...durations.probe_steps_ms, 'and again']) {
      const claimed = claimProbe(
        health,
        { token: 'mine', until: iso(1), delivery_id: 'd', asked: true },
        at(0),
      );
      health =
        healthAfter(claimed ?? assert.fail(), { ...failure, token: 'mine' }, pace(0)) ??
        assert.fail();
      waits.push(Date.parse(health.next_probe_at ?? '') - start);
    }
    const [, ...steps] = durations.probe_steps_ms;
    assert.deepEqual(waits, [...steps, steps.at(-1), steps.at(-1)]);
    const step = (more: object) =>
      Date.parse(
        healthAfter(inState('degraded', { consecutive_failures: 4 }), failure, pace(0, more))
          ?.next_probe_at ?? '',
      ) - start;
    assert.deepEqual(
      [step({ random: 0 }), step({ random: 0.25 }), step({ durations: durationsAt(60) })],
      [4_000, 4_500, 84],
    );
  });

  test('an attempt that was in flight only counts, or asks for a longer pause', () => {
    const open = inState('open');
    const counted = healthAfter(open, failure, pace(0));
    assert.deepEqual(
      [counted?.consecutive_failures, counted?.next_probe_at],
      [4, open.next_probe_at],
    );
    assert.equal(
      healthAfter(open, { ...failure, pause_ms: 9_000 }, pace(0))?.next_probe_at,
      iso(9_000),
    );
    assert.equal(
      healthAfter(open, { ...failure, pause_ms: 1_000 }, pace(0))?.next_probe_at,
      iso(5_000),
    );
    const probing = inState('half_open');
    const other = healthAfter(probing, { ...failure, token: 'another' }, pace(0));
    assert.deepEqual([other?.state, other?.probe], ['half_open', probing.probe]);
  });

  test('a pause is over once a probe was made after it', () => {
    const probing = inState('half_open', { paused_until: iso(-1) });
    assert.equal(healthAfter(probing, { ...failure, token: 'mine' }, pace(0))?.paused_until, null);
  });

  test('a probe is made when its time has come, or when somebody asks for it, and only while none is in flight', () => {
    const claim = (health: Health, wait_ms: number, asked = false) =>
      claimProbe(
        health,
        { token: 't', until: iso(99_000), delivery_id: 'dlv_1', asked },
        at(wait_ms),
      );
    assert.deepEqual(
      [claim(inState('open'), 4_999), claim(inState('half_open'), 44_999, true)],
      [undefined, undefined],
    );
    for (const health of [
      claim(inState('open'), 5_000),
      claim(inState('open'), 0, true),
      claim(inState('half_open'), 45_000),
    ]) {
      const { state, probe, probed, next_probe_at } = health ?? assert.fail();
      assert.deepEqual(
        [state, probe?.token, probed, next_probe_at],
        ['half_open', 't', 'dlv_1', null],
      );
    }
    for (const state of ['healthy', 'degraded'] as const)
      assert.equal(claim(inState(state), 99_000, true), undefined);
  });

  test('it is always due, but where its webhook may not be called', () => {
    assert.equal(breakerDueAt(inState('open')), iso(5_000));
    assert.equal(breakerDueAt(inState('half_open')), iso(45_000));
    for (const state of states) {
      const stopped = withProbesStopped(inState(state), at(0));
      assert.deepEqual([breakerDueAt(stopped), isProbeDue(stopped, at(99_000))], [null, false]);
      const asked = { token: 't', until: iso(99_000), delivery_id: 'dlv_1', asked: true };
      assert.equal(claimProbe(stopped, asked, at(99_000)), undefined);
      const ended = healthAfter(
        stopped,
        { ...failure, pause_ms: isOpen(stopped) ? 9_000 : null },
        pace(0),
      );
      assert.equal(breakerDueAt(ended ?? assert.fail()), null);
    }
  });
});

describe('a slow call', () => {
  const slow = (health: Health, token = 'slow') =>
    slowCallHealth(health, { token, until: iso(45_000) }, at(0));
  const probing = () => slow(untriedHealth) ?? assert.fail();
  const fails = (health: Health, token: string) =>
    healthAfter(health, { ...failure, token }, pace(10_000)) ?? assert.fail();

  test('is the probe until its lease ends, whatever else is slow or fails', () => {
    const { state, probe } = probing();
    assert.deepEqual([state, probe], ['half_open', { token: 'slow', until: iso(45_000) }]);
    assert.deepEqual([slow(probing(), 'another'), slow(inState('open'))], [undefined, undefined]);
    const other = fails(probing(), 'another');
    assert.deepEqual(
      [other.state, other.probe, breakerDueAt(other)],
      ['half_open', probe, iso(45_000)],
    );
  });

  test('that fails opens the breaker for the first step', () => {
    const open = fails(probing(), 'slow');
    assert.deepEqual(
      [open.state, open.consecutive_failures, breakerDueAt(open)],
      ['open', 1, iso(15_000)],
    );
  });

  test('that succeeds, or another attempt that does, closes it', () => {
    for (const token of ['slow', 'another']) {
      const closed = healthAfter(probing(), { ...success, token }, pace(2_000));
      assert.deepEqual([closed?.state, closed?.probe], ['healthy', null]);
    }
  });
});

test('a success of a healthy endpoint is written at most once a minute', () => {
  const noted = healthAfter(untriedHealth, success, pace(0)) ?? assert.fail();
  const { success_note_ms } = health_limits;
  assert.equal(healthAfter(noted, success, pace(success_note_ms)), null);
  const later = healthAfter(noted, success, pace(success_note_ms + 1));
  assert.deepEqual([later?.last_success_at, later?.since], [iso(success_note_ms + 1), iso(0)]);
});

test('a success heals every state and forgets what was failing', () => {
  for (const state of states) {
    const health = inState(state, {
      warnings: 2,
      warned_at: iso(-1),
      probe_step: 7,
      paused_until: iso(9),
      probed: 'd',
    });
    const { since, ...healed } = healthAfter(health, success, pace(0)) ?? assert.fail();
    const { since: _, ...untried } = { ...untriedHealth, last_success_at: iso(0) };
    assert.deepEqual(healed, untried);
  }
});

test('enabling forgets the failures and remembers the last success and failure', () => {
  const past = { last_success_at: iso(-9), last_failure_at: iso(-5) };
  const reset = resetHealth(inState('open', { ...past, warnings: 2, warned_at: iso(-1) }), at(0));
  assert.deepEqual(reset, { ...untriedHealth, ...past, since: iso(0) });
});
