import { described } from '../domain/described.ts';
import { isOpen, stalledHealth } from '../domain/webhooks/health.ts';
import { patienceWith } from '../domain/webhooks/patience.ts';
import { logger } from '../runtime/logger.ts';
import { commitAlone } from '../store/commit-alone.ts';
import { decide } from '../store/decide.ts';
import { findHealth, type StoredHealth, saveHealth } from '../store/webhooks/health.ts';
import type { Work } from '../unit-of-work/unit-of-work.ts';
import type { InHand } from './claim-delivery.ts';
import { clock, workAt } from './work.ts';

/**
 * Makes the request of an attempt. Where it waits longer than usual for its answer that is noted while it does, since it may
 * wait until its deadline; a probe has been noted already. Answers also the endpoint's health as it is known then.
 */
export const watched = async <T>(
  { delivery, health }: InHand,
  work: Work,
  request: () => Promise<T>,
): Promise<{ readonly made: T; readonly health: StoredHealth }> => {
  let noting: Promise<StoredHealth> | undefined;
  const note = () => {
    noting = noteStall({ delivery, health }, work).catch((error: unknown) => {
      logger.warn('stall not noted', { webhook_id: delivery.webhook_id, error: described(error) });
      return health;
    });
  };
  const timer = isOpen(health) ? undefined : setTimeout(note, patienceWith(health));
  try {
    const made = await request();
    return { made, health: (await noting) ?? health };
  } finally {
    clearTimeout(timer);
  }
};

/** Many may note theirs at the same moment: one that gives up has seen that others did. */
const noteStall = ({ delivery, health }: Pick<InHand, 'delivery' | 'health'>, work: Work): Promise<StoredHealth> => {
  const { tenant_id, webhook_id, lease } = delivery;
  const owner = { id: webhook_id, tenant_id };
  const { connection, db, deadline } = workAt(work, clock.now());
  return decide(
    async () => {
      const read = await findHealth(db, owner);
      const stalled = lease && stalledHealth(read, lease, deadline.now);
      if (!stalled) return read;
      await commitAlone(connection, saveHealth(owner, { ...read, ...stalled }, deadline.now), deadline);
      return { ...read, ...stalled, version: read.version + 1 };
    },
    { exhausted: () => health },
  );
};
