import { scheduleShardCount } from '../../../functions/core/dynamodb/keys.ts';
import { saveDelivery } from '../../../functions/delivery/deliveries/table.ts';
import { saveHealth } from '../../../functions/delivery/webhooks/health-table.ts';
import { done } from '../call.ts';
import { openUntil } from '../endpoints-on.ts';
import { aStoredCard } from '../fixtures/cards.ts';
import { aStoredDelivery } from '../fixtures/deliveries.ts';
import { aDecidedDocument } from '../fixtures/documents.ts';
import { anOnboardingLink } from '../fixtures/onboarding.ts';
import { aRestrictedKey, type Tenant } from '../fixtures/tenants.ts';
import { aWebhook } from '../fixtures/webhooks.ts';
import { aCase, again } from './case.ts';

const day_ms = 24 * 60 * 60 * 1000;

/** Every shard of what is scheduled, of four kinds, the account with its keys, the webhooks and the onboarding links. */
const looks = ['GetItem', ...Array(4 * scheduleShardCount() + 2).fill('Query')].join(' + ');

const inDays = (days: number) => new Date(Date.now() + days * day_ms).toISOString();

/** A kind whose shards have answered is read while the shards of others still answer. */
const looksAndReads = [...Array(5).fill('BatchGetItem'), looks].join(' + ');

/** Something of each kind that waits for a day or two. */
const waiting = async (tenant: Tenant) => {
  const { tenant_id } = tenant;
  const { id } = await aWebhook(tenant);
  await done(tenant, `/webhooks/${id}/rotate-secret`, { grace_seconds: 3600 });
  const next = { next_attempt_at: inDays(1), scheduled_at: inDays(1) };
  await aDecidedDocument(tenant, { outcome: 'accepted', expires_on: inDays(31).slice(0, 10) });
  await tenant.put([
    saveDelivery(aStoredDelivery({ tenant_id, webhook_id: id, ...next })),
    saveHealth({ tenant_id, id }, openUntil(inDays(1)), new Date()),
  ]);
  await aStoredCard(tenant, {
    cancel_after: { authorizations: null, date: inDays(2).slice(0, 10) },
  });
  await anOnboardingLink(tenant);
  await aRestrictedKey(tenant, ['customers:read'], { expires_at: inDays(2) });
  return { body: { advance_to: inDays(3) } };
};

/** Time that passes in the sandbox. */
export const clockCases = {
  'simulations.clock': [
    aCase('where nothing waits', 200, [looks, 'TransactWriteItems'], () => ({
      body: { advance_to: inDays(1) },
    })),
    aCase('that is over', 400, ['GetItem'], () => ({ body: { advance_to: inDays(-1) } })),
    aCase('again with the same key', 200, [looks, 'TransactWriteItems'], (tenant) =>
      again(tenant, '/simulations/clock', { body: { advance_to: inDays(1) } }),
    ),
    aCase(
      'where something of each kind waits',
      200,
      [looksAndReads, 'TransactWriteItems'],
      waiting,
    ),
  ],
};
