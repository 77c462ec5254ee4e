import assert from 'node:assert/strict';
import { idsAt } from '../../../functions/core/new-id.ts';
import { pageOfEvents } from '../../../functions/core/outbox/table.ts';
import type { KnownEndpoint } from '../../../functions/delivery/deliveries/endpoint-health.ts';
import type { AttemptResult } from '../../../functions/delivery/deliveries/model.ts';
import { untriedHealth } from '../../../functions/delivery/webhooks/health.ts';
import type { StoredHealth } from '../../../functions/delivery/webhooks/health-table.ts';
import {
  deleteWebhookItems,
  endWebhookReconciliation,
  requestWebhookReconciliation,
  type Endpoint as StoredEndpoint,
  saveWebhook,
} from '../../../functions/delivery/webhooks/table.ts';
import { answered, before, endpointsOn } from '../../helpers/endpoints-on.ts';
import { aStoredWebhook } from '../../helpers/fixtures/webhooks.ts';
import { shared } from '../../helpers/shared.ts';
import { startStoresWithQueue } from '../../helpers/stores-with-queue.ts';
import { describe, test } from '../../helpers/tests.ts';

const { stores, sent } = await shared('stores with a queue', startStoresWithQueue);
const { write, workNow, meanwhile, anEndpoint } = endpointsOn(stores);
const { recordHealth } = await import('../../../functions/delivery/deliveries/endpoint-health.ts');
const { reconcileAccount } = await import('../../../functions/delivery/deliveries/reconcile.ts');

type Endpoint = Awaited<ReturnType<typeof anEndpoint>>;

const isThere = ({ webhook, ...rest }: StoredEndpoint): KnownEndpoint => ({
  ...rest,
  webhook: webhook ?? assert.fail(),
});

/** Records an attempt of an endpoint as it is stored, or as given; returns what is stored then. */
const ends = async (
  endpoint: Endpoint,
  result: AttemptResult,
  token = 'mine',
  known?: KnownEndpoint,
) => {
  const read = known ?? isThere(await endpoint.present());
  const delivery = { lease: { token, until: before(-1).toISOString() } };
  sent.length = 0;
  await recordHealth({ endpoint: read, delivery, result }, workNow());
  return endpoint.present();
};

const healthy = (health: Partial<StoredHealth> = {}) =>
  anEndpoint(0, { ...untriedHealth, ...health });

/** An endpoint whose probe is in flight, after it failed for days. */
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

const reportedOf = async ({ of }: Endpoint) =>
  (await pageOfEvents(stores.db, of.tenant_id, {}, { limit: 10 })).items.map(({ type }) => type);

describe('an attempt that ended', () => {
  test('counts on what is stored by then, whatever was known when it began', async () => {
    const endpoint = await healthy();
    const known = isThere(await endpoint.present());
    await endpoint.become({ state: 'degraded', consecutive_failures: 3 });
    const { health } = await ends(endpoint, answered(500), 'mine', known);
    assert.deepEqual([health.consecutive_failures, health.state], [4, 'degraded']);
  });

  test('says nothing more where its webhook is deleted', async () => {
    const endpoint = await healthy();
    const known = isThere(await endpoint.present());
    await endpoint.become({});
    await write(deleteWebhookItems(endpoint.webhook, new Date()));
    const { health } = await ends(endpoint, answered(500), 'mine', known);
    assert.deepEqual([health.consecutive_failures, health.version], [0, 2]);
  });

  test('and asks to be left alone for no time at all pauses nothing', async () => {
    const { health } = await ends(await healthy(), answered(503, { 'retry-after': '0' }));
    assert.deepEqual([health.state, health.paused_until], ['degraded', null]);
  });

  test('and opens the breaker notifies the probing worker, at the time of the probe', async () => {
    const endpoint = await healthy({ state: 'degraded', consecutive_failures: 4 });
    const { health } = await ends(endpoint, answered(500));
    assert.equal(health.state, 'open');
    const [notified, ...more] = sent;
    assert.deepEqual(more, []);
    assert.deepEqual(
      { ...notified, delay_seconds: 0 },
      { kind: 'endpoint', ...endpoint.of, delay_seconds: 0 },
    );
    assert.ok(
      notified.delay_seconds >= 4 && notified.delay_seconds <= 6,
      `${notified.delay_seconds}`,
    );
  });

  for (const [warnings, reported] of [
    [0, []],
    [1, ['webhook.recovered']],
  ] as const)
    test(`and closes it brings back what was paused; its owner gets an event if he was warned ${warnings} times`, async () => {
      const endpoint = await probing(0.5, warnings);
      const { health, webhook } = await ends(endpoint, answered(200));
      assert.deepEqual([health.state, health.job === null, health.warnings], ['healthy', false, 0]);
      assert.deepEqual(sent, [{ kind: 'endpoint', ...endpoint.of, delay_seconds: 0 }]);
      assert.deepEqual(
        [await reportedOf(endpoint), webhook?.version],
        [reported, 1 + reported.length],
      );
    });
});

describe('an endpoint that fails for days', () => {
  test('is published, and it is noted that it was', async () => {
    const endpoint = await probing(1, 0);
    const { health } = await ends(endpoint, answered(500));
    assert.deepEqual(
      [health.warnings, health.warned_at !== null, await reportedOf(endpoint)],
      [1, true, ['webhook.failing']],
    );
  });

  test('has its webhook disabled in the end: nothing is probed any more, and what is open is to be paused', async () => {
    const endpoint = await probing(5, 2);
    const { webhook, health } = await ends(endpoint, answered(500));
    assert.deepEqual([webhook?.status, webhook?.disabled_reason], ['disabled', 'endpoint_failing']);
    assert.deepEqual(
      [health.next_probe_at, health.probe, health.job === null],
      [null, null, false],
    );
    assert.deepEqual(await reportedOf(endpoint), ['webhook.disabled']);
  });

  test('is not published once its webhook is disabled', async () => {
    const endpoint = await probing(1, 0);
    await endpoint.disable();
    const { health } = await ends(endpoint, answered(500));
    assert.deepEqual([health.warnings, await reportedOf(endpoint)], [0, []]);
  });
});

describe('an account', () => {
  /** A business with two endpoints, of which one is to be probed, and what its account became. */
  const anAccount = async () => {
    const endpoint = await anEndpoint(0, { warnings: 1 });
    const { of, webhook } = endpoint;
    const other = aStoredWebhook({ ...of, id: idsAt(new Date())('webhook'), slot: '02' });
    await write([...saveWebhook(other), requestWebhookReconciliation(of.tenant_id, new Date())]);
    const reconciled = async (batch = stores.db.batch) => {
      sent.length = 0;
      await reconcileAccount({ tenant_id: of.tenant_id }, workNow({ batch }));
      return (await endpoint.present()).health;
    };
    const notified = [other, webhook].map(({ id }) => ({
      kind: 'endpoint',
      tenant_id: of.tenant_id,
      webhook_id: id,
      delay_seconds: 0,
    }));
    return { ...endpoint, reconciled, notified };
  };

  test('that changes while it is looked at is looked at again', async () => {
    const { reconciled, suspend, of } = await anAccount();
    const suspending = meanwhile(async () => {
      await suspend();
      await write([requestWebhookReconciliation(of.tenant_id, new Date())]);
    });
    const { state } = await reconciled(suspending.batch);
    assert.deepEqual([state, suspending.reads], ['open', 2]);
    await assert.rejects(write([endWebhookReconciliation(of.tenant_id, 'any')]));
  });
});
