import type { Account } from '../domain/accounts/account.ts';
import { alignNow } from '../domain/webhooks/health.ts';
import type { Write } from '../store/change.ts';
import type { Database } from '../store/database.ts';
import { pageOfWebhooks, saveHealth, webhooksMax } from '../store/webhooks/webhooks.ts';

/**
 * What follows for the webhooks of an account that is suspended or reactivated: what is open of each is to be parked, or
 * released. Due with the change itself, so that nobody has to remember it.
 */
export const alignedWebhooks = async (
  db: Database,
  after: Account,
  before: Account | undefined,
  now: Date,
): Promise<Write[]> => {
  if (before === undefined || before.status === after.status) return [];
  const writes: Write[] = [];
  let below: string | undefined;
  do {
    const { items, next } = await pageOfWebhooks(db, after.tenant_id, { limit: webhooksMax, below });
    writes.push(...items.map(({ webhook, health }) => saveHealth(webhook, alignNow(health, now))));
    below = next ?? undefined;
  } while (below !== undefined);
  return writes;
};
