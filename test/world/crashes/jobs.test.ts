import '../process.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decideVerification,
  deliverWebhook,
  fanOutEvent,
  inspectDocument,
  relayEvents,
} from '../../../functions/app/jobs/jobs.ts';
import { functionName } from '../../../lib/environments.ts';
import { done } from '../../helpers/call.ts';
import { crashPointsAmong } from '../../helpers/crash-points.ts';
import { fileOf } from '../../helpers/document-files.ts';
import { aCustomer } from '../../helpers/fixtures/customers.ts';
import type { Tenant } from '../../helpers/fixtures/tenants.ts';
import { aReadyVerification } from '../../helpers/fixtures/verifications.ts';
import { aWebhook } from '../../helpers/fixtures/webhooks.ts';
import { footprintOf } from '../../helpers/footprint.ts';
import { upload } from '../../helpers/uploads.ts';
import { world } from '../world.ts';

const { aBusiness, clock, faults, recorder, tables } = await world();

/** Longer than a queue waits for a worker that is gone, and than a sweep takes to come. */
const recovered_ms = 15 * 60_000;

/** Brings a worker to work for a business; what it returns is called when the worker may be struck. */
type Scene = (tenant: Tenant) => Promise<() => Promise<unknown>>;

const anEvent: Scene = async (tenant) => {
  await aWebhook(tenant, { event_types: ['customer.created'] });
  return () => aCustomer(tenant);
};

const scenes: readonly { readonly worker: string; readonly scene: Scene }[] = [
  { worker: relayEvents.id, scene: anEvent },
  { worker: fanOutEvent.id, scene: anEvent },
  { worker: deliverWebhook.id, scene: anEvent },
  { worker: inspectDocument.id, scene: async (tenant) => () => upload(tenant, fileOf('passport.jpg')) },
  {
    worker: decideVerification.id,
    scene: async (tenant) => {
      const { id } = await aReadyVerification(tenant, { last_name: 'Suspected Fraud' });
      return () => done(tenant, `/verifications/${id}/submit`);
    },
  },
];

/** All that a business has when a worker's work is done, and how its deliveries ended. */
const leftOf = async ({ tenant_id }: Tenant): Promise<string[]> => {
  const deliveries = (await tables.items('deliveries', tenant_id)).filter(({ sk }) => sk === 'delivery');
  return [
    ...(await footprintOf(tables, tenant_id)),
    ...deliveries.map(({ event_type, status }) => `delivery of ${event_type} ${status}`).sort(),
  ];
};

/** Has a worker do its work once; says its calls, and all that is left. */
const worked = async (scene: Scene, by: string, strike?: Parameters<typeof faults.add>[0]) => {
  const tenant = await aBusiness();
  const begin = await scene(tenant);
  await clock.advance(1_000);
  const fault = strike && faults.add({ ...strike, function: by });
  const calls = await recorder.during(async () => {
    await begin();
    await clock.advance(recovered_ms);
  });
  fault?.remove();
  const operations = calls.filter((call) => call.function === by).map(({ operation }) => operation);
  return { operations, hits: fault?.hits ?? 0, left: await leftOf(tenant) };
};

for (const { worker, scene } of scenes)
  test(`${worker} that is killed at any call to AWS loses nothing and does nothing twice`, async () => {
    const by = functionName('sandbox', worker);
    const spared = await worked(scene, by);
    const wrong: string[] = [];
    let struck = 0;
    for (const strike of crashPointsAmong(spared.operations)) {
      const { hits, left } = await worked(scene, by, strike);
      struck += hits;
      if (left.join() !== spared.left.join())
        wrong.push(`${strike.effect} at call ${strike.nth} leaves ${left} and not ${spared.left}`);
    }
    assert.deepEqual(wrong, []);
    // Later runs find in memory some of what the first has read, so that their last calls may be missing.
    const writes = spared.operations.filter((operation) => /^(Put|Send|Transact|Update)/.test(operation)).length;
    assert.ok(writes > 0 && struck >= writes / 2, `${struck} deaths at ${writes} writes`);
  });
