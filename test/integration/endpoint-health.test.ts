import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AttemptResult } from '../../functions/domain/deliveries/attempt.ts';
import { untriedHealth } from '../../functions/domain/webhooks/health.ts';
import { pageOfEvents } from '../../functions/store/events/list.ts';
import { idsAt } from '../../functions/store/new-id.ts';
import { endWebhookAlignment, requestWebhookAlignment } from '../../functions/store/webhooks/alignment.ts';
import type { StoredHealth } from '../../functions/store/webhooks/health.ts';
import { buryWebhook, type EndpointStanding, saveWebhook } from '../../functions/store/webhooks/webhooks.ts';
import type { Known } from '../../functions/workers/endpoint-health.ts';
import { answered, before, endpointsOn } from '../helpers/endpoints-on.ts';
import { aStoredWebhook } from '../helpers/fixtures/webhooks.ts';
import { shared } from '../helpers/shared.ts';
import { startWaking } from '../helpers/waking.ts';

const { stores, sent } = await shared('waking', startWaking);
const { write, workNow, meanwhile, anEndpoint } = endpointsOn(stores);
const { disabledAsGone, recordHealth } = await import('../../functions/workers/endpoint-health.ts');
const { alignAccount } = await import('../../functions/workers/align-account.ts');

type Endpoint = Awaited<ReturnType<typeof anEndpoint>>;

const isThere = ({ webhook, ...standing }: EndpointStanding): Known => ({
  ...standing,
  webhook: webhook ?? assert.fail(),
});

/** Records an attempt that rests on what is known of its endpoint; answers what is then stored. */
const ends = async (endpoint: Endpoint, result: AttemptResult, token = 'mine', known?: Known) => {
  const standing = known ?? isThere(await endpoint.standing());
  sent.length = 0;
  await recordHealth({ standing, delivery: { lease: { token, until: before(-1).toISOString() } }, result }, workNow());
  return endpoint.standing();
};

const healthy = (health: Partial<StoredHealth> = {}) => anEndpoint(0, { ...untriedHealth, ...health });

/** An endpoint whose probe is under way, after it failed for days. */
const probing = (days: number, warnings: number, health: Partial<StoredHealth> = {}) => {
  const failing_since = before(days * day_ms).toISOString();
  const warned_at = warnings > 0 ? before(2 * day_ms).toISOString() : null;
  const probe = { token: 'mine', until: before(-40_000).toISOString() };
  return anEndpoint(0, {
    state: 'half_open',
    next_probe_at: null,
    probe,
    failing_since,
    warnings,
    warned_at,
    ...health,
  });
};

const day_ms = 24 * 60 * 60 * 1_000;

const toldOf = async ({ of }: Endpoint) =>
  (await pageOfEvents(stores.db, of.tenant_id, {}, { limit: 10 })).items.map(({ type }) => type);

describe('an attempt that ended', () => {
  test('counts on what is stored by then, whatever was known when it began', async () => {
    const endpoint = await healthy();
    const known = isThere(await endpoint.standing());
    await endpoint.become({ state: 'degraded', consecutive_failures: 3 });
    const { health } = await ends(endpoint, answered(500), 'mine', known);
    assert.deepEqual([health.consecutive_failures, health.state], [4, 'degraded']);
  });

  test('says nothing more where its webhook is deleted', async () => {
    const endpoint = await healthy();
    const known = isThere(await endpoint.standing());
    await endpoint.become({});
    await write(buryWebhook(endpoint.webhook, new Date()));
    const { health } = await ends(endpoint, answered(500), 'mine', known);
    assert.deepEqual([health.consecutive_failures, health.version], [0, 2]);
  });

  test('and asks to be left alone for no time at all pauses nothing', async () => {
    const { health } = await ends(await healthy(), answered(503, { 'retry-after': '0' }));
    assert.deepEqual([health.state, health.paused_until], ['degraded', null]);
  });

  test('and opens the breaker wakes whoever probes, at the time of the probe', async () => {
    const endpoint = await healthy({ state: 'degraded', consecutive_failures: 4 });
    const { health } = await ends(endpoint, answered(500));
    assert.equal(health.state, 'open');
    const [woken, ...more] = sent;
    assert.deepEqual(more, []);
    assert.deepEqual({ ...woken, delay_seconds: 0 }, { ...endpoint.of, delay_seconds: 0 });
    assert.ok(woken.delay_seconds >= 4 && woken.delay_seconds <= 6, `${woken.delay_seconds}`);
  });

  for (const [warnings, told] of [
    [0, []],
    [1, ['webhook.recovered']],
  ] as const)
    test(`and closes it brings back what was paused; its owner is told if he was warned ${warnings} times`, async () => {
      const endpoint = await probing(0.5, warnings);
      const { health, webhook } = await ends(endpoint, answered(200));
      assert.deepEqual([health.state, health.job === null, health.warnings], ['healthy', false, 0]);
      assert.deepEqual(sent, [{ ...endpoint.of, delay_seconds: 0 }]);
      assert.deepEqual([await toldOf(endpoint), webhook?.version], [told, 1 + told.length]);
    });
});

describe('an endpoint that fails for days', () => {
  test('is told of, and it is noted that it was', async () => {
    const endpoint = await probing(1, 0);
    const { health } = await ends(endpoint, answered(500));
    assert.deepEqual(
      [health.warnings, health.warned_at !== null, await toldOf(endpoint)],
      [1, true, ['webhook.failing']],
    );
  });

  test('has its webhook disabled in the end: nothing is probed any more, and what is open is to be paused', async () => {
    const endpoint = await probing(5, 2);
    const { webhook, health } = await ends(endpoint, answered(500));
    assert.deepEqual([webhook?.status, webhook?.disabled_reason], ['disabled', 'endpoint_failing']);
    assert.deepEqual([health.next_probe_at, health.probe, health.job === null], [null, null, false]);
    assert.deepEqual(await toldOf(endpoint), ['webhook.disabled']);
  });

  test('is not told of once its webhook is disabled', async () => {
    const endpoint = await probing(1, 0);
    await endpoint.disable();
    const { health } = await ends(endpoint, answered(500));
    assert.deepEqual([health.warnings, await toldOf(endpoint)], [0, []]);
  });
});

test('a 410 of a webhook that is disabled already changes nothing', async () => {
  const endpoint = await healthy();
  await endpoint.disable();
  assert.deepEqual(await disabledAsGone(endpoint.webhook, workNow()), []);
});

describe('an account', () => {
  /** A business with two endpoints, of which one is to be probed, and what its account became. */
  const anAccount = async () => {
    const endpoint = await anEndpoint(0, { warnings: 1 });
    const { of, webhook } = endpoint;
    const other = aStoredWebhook({ ...of, id: idsAt(new Date())('webhook'), slot: '02' });
    await write([...saveWebhook(other), requestWebhookAlignment(of.tenant_id, new Date())]);
    const aligned = async (batch = stores.db.batch) => {
      sent.length = 0;
      await alignAccount({ tenant_id: of.tenant_id }, workNow({ batch }));
      return (await endpoint.standing()).health;
    };
    const woken = [other, webhook].map(({ id }) => ({ tenant_id: of.tenant_id, webhook_id: id, delay_seconds: 0 }));
    return { ...endpoint, aligned, woken };
  };

  test('that is suspended probes nothing, and each of its webhooks is to pause what is open, once', async () => {
    const { aligned, suspend, woken } = await anAccount();
    await suspend();
    const health = await aligned();
    assert.deepEqual([health.state, health.next_probe_at, health.job === null], ['open', null, false]);
    assert.deepEqual(new Set(sent), new Set(woken));
    assert.deepEqual([await aligned(), sent], [health, []]);
  });

  test('that is reactivated tries all anew, and each of its webhooks is to bring back what was paused', async () => {
    const { aligned, woken } = await anAccount();
    const health = await aligned();
    assert.deepEqual([health.state, health.consecutive_failures, health.warnings], ['healthy', 0, 0]);
    assert.deepEqual([health.job === null, new Set(sent)], [false, new Set(woken)]);
  });

  test('that changes while it is looked at is looked at again', async () => {
    const { aligned, suspend, of } = await anAccount();
    const suspending = meanwhile(async () => {
      await suspend();
      await write([requestWebhookAlignment(of.tenant_id, new Date())]);
    });
    const { state } = await aligned(suspending.batch);
    assert.deepEqual([state, suspending.reads], ['open', 2]);
    await assert.rejects(write([endWebhookAlignment(of.tenant_id, 'any')]));
  });
});
