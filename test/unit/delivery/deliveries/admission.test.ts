import assert from 'node:assert/strict';
import {
  admissionOf,
  endpointStep,
} from '../../../../functions/delivery/deliveries/claim-rules.ts';
import { attemptTriggers } from '../../../../functions/delivery/deliveries/states.ts';
import { type Health, untriedHealth } from '../../../../functions/delivery/webhooks/health.ts';
import { durations } from '../../../helpers/durations.ts';
import { test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const [past, future] = ['2026-11-20T15:04:05.122Z', '2026-11-20T15:04:05.124Z'];
const probe = (until: string) => ({ token: 'token', until });

const endpoints: Readonly<Record<string, Health>> = {
  closed: { ...untriedHealth, state: 'degraded' },
  'a probe is due': { ...untriedHealth, state: 'open', next_probe_at: past },
  'a probe waits': { ...untriedHealth, state: 'open', next_probe_at: future },
  'a probe is in flight': { ...untriedHealth, state: 'half_open', probe: probe(future) },
  'a probe has died': { ...untriedHealth, state: 'half_open', probe: probe(past) },
  'no probe is scheduled': { ...untriedHealth, state: 'open' },
};

const admitted = {
  closed: { scheduled: 'send', test: 'send', manual: 'send', recovery: 'send' },
  'a probe is due': { scheduled: 'pause', test: 'probe', manual: 'probe', recovery: 'probe' },
  'a probe waits': { scheduled: 'pause', test: 'probe', manual: 'probe', recovery: 'postpone' },
  'a probe is in flight': {
    scheduled: 'pause',
    test: 'pause',
    manual: 'notify_after_probe',
    recovery: 'postpone',
  },
  'a probe has died': { scheduled: 'pause', test: 'probe', manual: 'probe', recovery: 'probe' },
  'no probe is scheduled': { scheduled: 'pause', test: 'pause', manual: 'send', recovery: 'send' },
} as const;

for (const [name, of] of Object.entries(admitted))
  test(`what happens to a due delivery: ${name}`, () => {
    for (const trigger of attemptTriggers) {
      const wanted = of[trigger as keyof typeof of] ?? of.scheduled;
      assert.equal(admissionOf(endpoints[name] ?? untriedHealth, trigger, now), wanted, trigger);
    }
  });

test('an endpoint that must not be called has its probes stopped, whatever else is due', () => {
  const { 'a probe is due': due = untriedHealth, 'a probe waits': waiting = untriedHealth } =
    endpoints;
  const failing = { ...due, failing_since: '2020-01-01T00:00:00.000Z' };
  const step = (health: Health, webhook: 'enabled' | 'disabled' | undefined, suspended = false) =>
    endpointStep(webhook && { status: webhook }, suspended, health, { now, durations });
  assert.equal(step(failing, undefined), 'stop_probes');
  assert.equal(step(failing, 'disabled'), 'stop_probes');
  assert.equal(step(failing, 'enabled', true), 'stop_probes');
  assert.equal(step(failing, 'enabled'), 'record_failing');
  assert.equal(step(due, 'enabled'), 'probe');
  assert.equal(step(waiting, 'enabled'), 'wait');
});
