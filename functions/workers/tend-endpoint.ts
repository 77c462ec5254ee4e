import type { WebhookWakeUp } from '../domain/events/event.ts';
import { decide } from '../store/decide.ts';
import type { Work } from '../unit-of-work/unit-of-work.ts';
import { attempt } from './attempt-delivery.ts';
import { probeOf } from './claim-probe.ts';
import { deliveryAlignment } from './delivery-alignment.ts';
import { runJob } from './run-job.ts';
import { clock, workAt } from './work.ts';

const { waitDivisor } = clock;

/** Does what an endpoint is due for: its deliveries are aligned with its webhook, and where its breaker is open it is probed. */
export const tendEndpoint = async (of: WebhookWakeUp, work: Work): Promise<void> => {
  await runJob(deliveryAlignment(of), work, waitDivisor);
  const probing = workAt(work, clock.now());
  const probe = await decide(() => probeOf(of, probing), { exhausted: () => undefined });
  if (probe) await attempt(probe, probing);
};
