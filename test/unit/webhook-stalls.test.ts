import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type AttemptOutcome,
  breakerDueAt,
  claimProbe,
  type Health,
  healthAfter,
  stalledHealth,
  untriedHealth,
} from '../../functions/domain/webhooks/health.ts';
import { patienceWith } from '../../functions/domain/webhooks/patience.ts';
import { at, failure, iso, pace, success } from '../helpers/some-health.ts';

/** It keeps an attempt waiting, which must have ended in 45 seconds. */
const stalled = (health: Health, token: string, wait_ms = 0) =>
  stalledHealth(health, { token, until: iso(wait_ms + 45_000) }, at(wait_ms));

describe('an endpoint that keeps attempts waiting', () => {
  /** Two of them wait, and the second has become the probe. */
  const probing = () => stalled(stalled(untriedHealth, 'first') ?? assert.fail(), 'second', 500) ?? assert.fail();

  const fails = (health: Health, token: string, wait_ms: number, more: Partial<AttemptOutcome> = {}) =>
    healthAfter(health, { ...failure, duration_ms: 10_000, token, ...more }, pace(wait_ms)) ?? assert.fail();

  test('is asked by one at a time once a second one waits, and by all as before while one alone does', () => {
    const noted = stalled(untriedHealth, 'first') ?? assert.fail();
    assert.deepEqual(noted, { ...untriedHealth, unanswered: { token: 'first', until: iso(45_000) } });
    assert.equal(stalled(noted, 'first', 500), undefined);
    const { state, probe, unanswered } = probing();
    assert.deepEqual([state, probe?.token, probe?.until, unanswered], ['half_open', 'second', iso(45_500), null]);
    assert.equal(stalled(probing(), 'third'), undefined);
  });

  test('is not by those whose attempts must have ended long ago', () => {
    const noted = stalled(untriedHealth, 'first') ?? assert.fail();
    assert.equal(stalled(noted, 'second', 44_999)?.state, 'half_open');
    const later = stalled(noted, 'second', 45_000);
    assert.deepEqual([later?.state, later?.unanswered?.token], ['healthy', 'second']);
  });

  test('and answers another meanwhile kept that one alone waiting, which is noted at once', () => {
    const noted = { ...{ ...untriedHealth, last_success_at: iso(0) }, unanswered: { token: 'first', until: iso(1) } };
    assert.equal(healthAfter(noted, success, pace(1))?.unanswered, null);
    assert.equal(healthAfter(noted, failure, pace(1))?.unanswered, null);
    assert.equal(fails(noted, 'first', 1).unanswered, null);
    assert.deepEqual(fails(noted, 'another', 1).unanswered, noted.unanswered);
  });

  test('is probed every few seconds, jittered and hurried as all waits, until so many failed as open the breaker', () => {
    let health = probing();
    for (const _ of ['first', 'others'].entries()) health = fails(health, 'another', 10_000);
    assert.deepEqual([health.state, health.consecutive_failures], ['half_open', 2]);
    for (const failures of [3, 4]) {
      health = fails(health, health.probe?.token ?? '', 10_000);
      assert.deepEqual([health.state, health.consecutive_failures, health.probe], ['open', failures, null]);
      assert.deepEqual([health.probes_failed, breakerDueAt(health)], [0, iso(15_000)]);
      const probe = { token: `${failures}`, until: iso(60_000), delivery_id: 'dlv_1', asked: false };
      health = claimProbe(health, probe, at(15_000)) ?? assert.fail();
    }
    const open = fails(health, '4', 25_000);
    assert.deepEqual([open.state, open.stalled_since, open.probes_failed], ['open', null, 0]);
    assert.equal(breakerDueAt(open), iso(25_000 + 30_000));
    const hurried = { ...failure, token: 'second' };
    const step = (more: object) => breakerDueAt(healthAfter(probing(), hurried, pace(0, more)) ?? assert.fail());
    assert.deepEqual([step({ random: 0 }), step({ waitDivisor: 10 })], [iso(4_000), iso(500)]);
  });

  test('is left alone for as long as it asks', () => {
    const paused = fails(probing(), 'second', 0, { pause_ms: 90_000 });
    assert.deepEqual([paused.state, paused.paused_until, paused.stalled_since], ['open', iso(90_000), null]);
  });

  test('is as before once it answers', () => {
    const { state, probe, stalled_since } = healthAfter(probing(), success, pace(2_000)) ?? assert.fail();
    assert.deepEqual([state, probe, stalled_since], ['healthy', null, null]);
  });

  test('for as long as it always does is none that stalls; that is forgotten when it has become quicker', () => {
    const slow = { ...success, duration_ms: 3_000 };
    let health = healthAfter(probing(), slow, pace(3_000)) ?? assert.fail();
    assert.deepEqual([patienceWith(untriedHealth), patienceWith(health)], [1_000, 6_000]);
    const known: (number | null)[] = [];
    for (const minutes of [2, 4, 6]) {
      health = healthAfter(health, success, pace(minutes * 60_000)) ?? assert.fail();
      known.push(health.answers_in_ms);
    }
    assert.deepEqual(known, [1_500, 750, null]);
    assert.equal(patienceWith(health), 1_000);
  });
});
