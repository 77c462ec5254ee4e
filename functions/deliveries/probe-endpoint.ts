import { randomUUID } from 'node:crypto';
import { retryOnConflict } from '../dynamodb/retry-on-conflict.ts';
import { clock, durations, saved, workAt } from '../jobs/batch.ts';
import { runJob } from '../jobs/run-job.ts';
import type { WebhookKey } from '../messages.ts';
import { commitWork, type Work } from '../unit-of-work.ts';
import { breakerDueAt, claimProbe, failingStep, isProbeDue, restedHealth } from '../webhooks/health.ts';
import { type StoredHealth, saveHealth } from '../webhooks/health-table.ts';
import { findStanding } from '../webhooks/table.ts';
import { claimPaused, isLeased, leaseEnd, reconciliationOf } from './claim.ts';
import type { InHand } from './claim-delivery.ts';
import { attempt } from './deliver.ts';
import { consequencesOf } from './endpoint-health.ts';
import type { Delivery } from './model.ts';
import { deliveryReconciliation } from './reconcile.ts';
import { pausedDeliveriesOf, saveDelivery } from './table.ts';

/** Does what is due for an endpoint: its deliveries follow its webhook, and where its breaker is open it is probed. */
export const serveEndpoint = async (of: WebhookKey, work: Work): Promise<void> => {
  await runJob(deliveryReconciliation(of), work);
  const probing = workAt(work, clock.now());
  const probe = await retryOnConflict(() => probeOf(of, probing), { exhausted: () => undefined });
  if (probe) await attempt(probe, probing);
};

/**
 * The probe in hand, if one is due and there is something to probe with: the paused delivery behind the one of the last
 * probe, so that one which its endpoint never takes keeps no other waiting. Of any number who try at once one gets it.
 */
export const probeOf = async (of: WebhookKey, work: Work): Promise<InHand | undefined> => {
  const { now } = work.deadline;
  const { webhook, suspended, health } = await findStanding(work.db, of.tenant_id, of.webhook_id);
  if (!webhook || reconciliationOf(webhook, suspended) !== 'resume') return rest(of, health, work);
  if (failingStep(health, { now, durations })) {
    await commitWork(work, { changes: consequencesOf({ webhook, health }, health, now), conditions: [] });
    return probeOf(of, work);
  }
  if (!isProbeDue(health, now)) return undefined;
  const token = randomUUID();
  const paused = await nextPaused(of, health.probed, work);
  const probe =
    paused && claimProbe(health, { token, until: leaseEnd(now), delivery_id: paused.id, asked: false }, now);
  if (!probe) return undefined;
  const delivery = { ...claimPaused(paused, { token, now }), version: paused.version + 1 };
  const next = { ...health, ...probe };
  const ours = await saved(work, [saveHealth(webhook, next, now), saveDelivery(delivery, paused)]);
  return ours ? { delivery, trigger: 'probe', health: { ...next, version: health.version + 1 } } : undefined;
};

/** Nobody probes what may not be called: its breaker is due no more. */
const rest = async (of: WebhookKey, health: StoredHealth, work: Work): Promise<undefined> => {
  if (breakerDueAt(health) === null) return;
  const { now } = work.deadline;
  const owner = { id: of.webhook_id, tenant_id: of.tenant_id };
  await saved(work, [saveHealth(owner, { ...health, ...restedHealth(health, now) }, now)]);
};

/** So many are looked at: what an index lists may have left, or be in somebody's hands. */
const looked = 10;

const nextPaused = async (of: WebhookKey, last: string | null, work: Work): Promise<Delivery | undefined> => {
  const isFree = (one: Delivery) => !isLeased(one, work.deadline.now);
  const { items } = await pausedDeliveriesOf(work.db, of, last ?? undefined, looked);
  const behind = items.find(isFree);
  if (behind || last === null) return behind;
  return (await pausedDeliveriesOf(work.db, of, undefined, looked)).items.find(isFree);
};
