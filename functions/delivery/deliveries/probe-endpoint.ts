import { randomUUID } from 'node:crypto';
import { retryOnConflict } from '../../core/dynamodb/commit.ts';
import { clock, durations, saved, workAt } from '../../core/jobs/batch.ts';
import { runJob } from '../../core/jobs/run-job.ts';
import type { WebhookKey } from '../../core/messages.ts';
import { commitWork, type Work } from '../../core/outbox/unit-of-work.ts';
import { breakerDueAt, claimProbe, withProbesStopped } from '../webhooks/health.ts';
import { type StoredHealth, saveHealth } from '../webhooks/health-table.ts';
import { findEndpoint } from '../webhooks/table.ts';
import type { LeasedDelivery } from './claim.ts';
import { claimPaused, endpointStep, isLeased, leaseEnd } from './claim-rules.ts';
import { attempt } from './deliver.ts';
import { healthChanges } from './endpoint-health.ts';
import { pausedDeliveriesOf } from './list-table.ts';
import type { Delivery } from './model.ts';
import { deliveryReconciliation, reported } from './reconcile.ts';
import { saveDelivery } from './table.ts';

/** Reconciles the deliveries of an endpoint, and probes it if its breaker is open and a probe is due. */
export const reconcileAndProbeEndpoint = async (of: WebhookKey, work: Work): Promise<void> => {
  await runJob(deliveryReconciliation(of), work);
  const probing = workAt(work, clock.now());
  const probe = await retryOnConflict(() => probeOf(of, probing), { exhausted: () => undefined });
  if (probe) await attempt(probe, probing);
};

/**
 * The leased probe, if one is due and there is a paused delivery. It comes after the last probe's
 * delivery, so that a delivery which always fails delays no other. One of several workers gets it.
 */
export const probeOf = async (of: WebhookKey, work: Work): Promise<LeasedDelivery | undefined> => {
  const { now } = work.deadline;
  const { webhook, suspended, health } = await findEndpoint(work.db, of.tenant_id, of.webhook_id);
  const step = endpointStep(webhook, suspended, health, { now, durations });
  if (!webhook || step === 'stop_probes') return stopProbes(of, health, work);
  if (step === 'record_failing') {
    await commitWork(work, {
      changes: healthChanges({ webhook, health }, health, now),
      conditions: [],
    });
    return probeOf(of, work);
  }
  if (step === 'wait') return undefined;
  const token = randomUUID();
  const paused = await nextPaused(of, health.probed, work);
  const probe =
    paused &&
    claimProbe(health, { token, until: leaseEnd(now), delivery_id: paused.id, asked: false }, now);
  if (!probe) return undefined;
  const delivery = { ...claimPaused(paused, { token, now }), version: paused.version + 1 };
  const next = { ...health, ...probe };
  const ours = await saved(work, [saveHealth(webhook, next, now), saveDelivery(delivery, paused)]);
  return ours
    ? { delivery, trigger: 'probe', health: { ...next, version: health.version + 1 } }
    : undefined;
};

/** An endpoint that must not be called is not probed: its breaker is not scheduled any more. */
const stopProbes = async (of: WebhookKey, health: StoredHealth, work: Work): Promise<undefined> => {
  if (breakerDueAt(health) === null) return;
  const { now } = work.deadline;
  const owner = { id: of.webhook_id, tenant_id: of.tenant_id };
  await saved(work, [saveHealth(owner, { ...health, ...withProbesStopped(health, now) }, now)]);
};

/** How many are read: those that an index lists may have another status, or be leased. */
const read_max = 10;

const nextPaused = async (
  of: WebhookKey,
  last: string | null,
  work: Work,
): Promise<Delivery | undefined> => {
  const isFree = (one: Delivery) => !isLeased(one, work.deadline.now);
  const { items } = reported(await pausedDeliveriesOf(work.db, of, last ?? undefined, read_max));
  const behind = items.find(isFree);
  if (behind || last === null) return behind;
  return reported(await pausedDeliveriesOf(work.db, of, undefined, read_max)).items.find(isFree);
};
