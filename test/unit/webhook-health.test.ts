import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type HealthState,
  healthAfter,
  healthMoves,
  resetHealth,
  success_note_ms,
  untriedHealth,
} from '../../functions/domain/webhooks/health.ts';

const start = Date.parse('2026-08-01T00:00:00.000Z');
const at = (wait_ms: number) => new Date(start + wait_ms);
const states = Object.keys(healthMoves) as HealthState[];

test('the table by hand: failing degrades, the breaker opens from degraded, one probe finds out', () => {
  assert.deepEqual(healthMoves, {
    healthy: { success: ['healthy'], failure: ['degraded'], reset: ['healthy'] },
    degraded: { success: ['healthy'], failure: ['degraded'], trip: ['open'], reset: ['healthy'] },
    open: { success: ['healthy'], failure: ['open'], probe: ['half_open'], reset: ['healthy'] },
    half_open: { success: ['healthy'], failure: ['open'], reset: ['healthy'] },
  });
});

test('an attempt is noted in every state, and a success heals each', () => {
  for (const state of states) {
    const health = { ...untriedHealth, state, consecutive_failures: 3, failing_since: at(-5).toISOString() };
    assert.equal(healthAfter(health, false, at(0))?.state, healthMoves[state].failure?.[0]);
    assert.deepEqual(healthAfter(health, true, at(0)), { ...untriedHealth, last_success_at: at(0).toISOString() });
  }
});

test('failures are counted since the first of them', () => {
  const first = healthAfter(untriedHealth, false, at(0));
  assert.ok(first);
  const second = healthAfter(first, false, at(1000));
  assert.deepEqual(
    [first.state, first.consecutive_failures, first.failing_since],
    ['degraded', 1, at(0).toISOString()],
  );
  assert.deepEqual([second?.consecutive_failures, second?.failing_since], [2, at(0).toISOString()]);
});

test('a success of a healthy endpoint is written at most once a minute', () => {
  const noted = healthAfter(untriedHealth, true, at(0));
  assert.ok(noted);
  assert.equal(healthAfter(noted, true, at(success_note_ms)), null);
  assert.equal(
    healthAfter(noted, true, at(success_note_ms + 1))?.last_success_at,
    at(success_note_ms + 1).toISOString(),
  );
});

test('enabling forgets the failures and remembers the last success', () => {
  const failing = {
    ...untriedHealth,
    state: 'open' as const,
    consecutive_failures: 9,
    next_probe_at: at(9).toISOString(),
  };
  const last_success_at = at(-9).toISOString();
  assert.deepEqual(resetHealth({ ...failing, last_success_at }), { ...untriedHealth, last_success_at });
});
