import type { Item } from '../../functions/core/dynamodb/client.ts';
import { type ItemKey, keys, tenantKey } from '../../functions/core/dynamodb/keys.ts';
import { idOfDelivery } from '../../functions/delivery/deliveries/new-delivery.ts';
import { healthKey } from '../../functions/delivery/webhooks/health-table.ts';
import { webhookKeys } from '../../functions/delivery/webhooks/table.ts';
import type { Changed } from '../helpers/engine-tables.ts';
import { unseen_ms_max } from '../helpers/stale-reads.ts';
import type { Post } from './receivers.ts';
import { isDelivery, isHealth, isWebhook, objectIn, type Rules } from './rules.ts';
import type { SimulatedTables } from './tables.ts';
import { violated, world } from './world.ts';

/** The known facts of a webhook besides what is stored. */
type Known = {
  readonly tenant_id: string;
  readonly id: string;
  readonly paused: Set<string>;
  /** Since when nothing may be sent to it, and since when its breaker is open. */
  blocked_since: number | undefined;
  open_since: number | undefined;
  /** The delivery that was resumed last in one reconciliation. */
  resumed: { readonly id: string; readonly at: string } | undefined;
};

/**
 * The rules of an endpoint: its paused deliveries are not forgotten, one worker probes it, and none
 * calls it when it must not.
 */
export const endpointRules = (): Rules => {
  const webhooks = new Map<string, Known>();
  const posted = new Set<string>();
  const hosts = new Map<string, string>();
  return {
    written: (changes, db) => {
      for (const change of changes.filter(isWebhook)) {
        const [tenant_id = '', id = ''] = [
          partitionOf(change).split('/')[0],
          change.id.split(' ').at(-1),
        ];
        if (!webhooks.has(id)) webhooks.set(id, newlyKnown(tenant_id, id));
        if (typeof change.after?.url === 'string')
          hosts.set(new URL(change.after.url).hostname, id);
      }
      for (const change of changes.filter(isHealth)) health(change, webhooks);
      for (const { after } of changes.filter(isDelivery)) {
        const paused = webhooks.get(String(after?.webhook_id))?.paused;
        if (after?.status === 'paused') paused?.add(String(after.id));
        else paused?.delete(String(after?.id));
      }
      resumed(changes, webhooks);
      for (const webhook of webhooks.values()) present(webhook, db);
    },
    arrived: (post, db) => {
      const webhook = webhooks.get(hosts.get(post.host) ?? '');
      const wrong = webhook ? wrongPost(post, webhook, db, posted) : 'nobody has such a webhook';
      if (wrong) violated(`a request to ${post.host} for ${post.event_id}: ${wrong}`);
    },
  };
};

const newlyKnown = (tenant_id: string, id: string): Known => ({
  tenant_id,
  id,
  paused: new Set(),
  blocked_since: undefined,
  open_since: undefined,
  resumed: undefined,
});

const partitionOf = ({ id }: Changed): string => id.split(' ')[1] ?? '';

const itemAt = (db: SimulatedTables, { table, pk, sk }: ItemKey): Item | undefined =>
  db.item(table, pk, sk);

/** The webhook whose health it is, as its key says. */
const webhookIdOf = (health: Item | undefined): string => String(health?.pk).split('/')[1] ?? '';

/**
 * One of any number of probes is in flight, and nothing is written over a version that was not
 * read.
 */
const health = ({ id, before, after }: Changed, webhooks: ReadonlyMap<string, Known>): void => {
  const [read, written] = [before, after].map((item) => Number(item?.version ?? 0));
  const isPostponed = written === read && before?.next_probe_at === after?.next_probe_at;
  if (before && after && written !== Number(read) + 1 && !isPostponed)
    violated(`${id}: version ${written} was written over ${read}`);
  const [held, taken] = [objectIn(before, 'probe'), objectIn(after, 'probe')];
  const now = new Date(world().timeline.now).toISOString();
  if (held && taken && held.token !== taken.token && String(held.until) > now)
    violated(`${id}: two probe it`);
  const webhook = webhooks.get(webhookIdOf(after));
  const isOpen = after?.state === 'open' || after?.state === 'half_open';
  if (webhook)
    webhook.open_since = isOpen ? (webhook.open_since ?? world().timeline.now) : undefined;
};

/** The deliveries that may be sent to a webhook now; and its paused ones come back. */
const present = (webhook: Known, db: SimulatedTables): void => {
  const { tenant_id, id, paused } = webhook;
  const stored = itemAt(db, webhookKeys.webhook(tenant_id, id));
  const isSuspended = itemAt(db, tenantKey(tenant_id))?.account_status === 'suspended';
  const isBlocked = stored?.status !== 'enabled' || isSuspended;
  webhook.blocked_since = isBlocked ? (webhook.blocked_since ?? world().timeline.now) : undefined;
  if (paused.size === 0 || stored?.status === 'disabled' || isSuspended) return;
  if (itemAt(db, healthKey(tenant_id, id))?.scheduled_at !== undefined) return;
  if (itemAt(db, webhookKeys.reconciliation(tenant_id)) !== undefined) return;
  violated(`${paused.size} deliveries are paused for ${id}, and nobody comes back for them`);
};

/**
 * Deliveries come back oldest first, in one transaction and from one to the next of the same pass.
 */
const resumed = (changes: readonly Changed[], webhooks: ReadonlyMap<string, Known>): void => {
  const [job] = changes.filter(isHealth);
  const webhook = webhooks.get(webhookIdOf(job?.after));
  const back = changes
    .filter(isDelivery)
    .flatMap(({ before, after }) =>
      before?.status === 'paused' && after?.next_attempt_at ? [after] : [],
    );
  if (!webhook || back.length === 0) return;
  const isOnTheWay = objectIn(objectIn(job?.before, 'job'), 'pass')?.cursor;
  let last = isOnTheWay ? webhook.resumed : undefined;
  for (const { id, next_attempt_at } of back.toSorted((one, other) =>
    String(one.id) < String(other.id) ? -1 : 1,
  )) {
    const next = { id: String(id), at: String(next_attempt_at) };
    if (last && (next.id < last.id || next.at < last.at))
      violated(`${next.id} came back at ${next.at}, ${last.id} at ${last.at}`);
    last = next;
  }
  webhook.resumed = last;
};

/** The faults of a request that arrives, as everything stands at this moment. */
const wrongPost = (
  post: Post,
  webhook: Known,
  db: SimulatedTables,
  posted: Set<string>,
): string | undefined => {
  const { tenant_id, id } = webhook;
  const delivery = itemAt(db, keys.delivery(tenant_id, idOfDelivery(post.event_id, id)));
  const lease = objectIn(delivery, 'lease');
  if (!delivery || !lease) return 'nobody has claimed it';
  if (String(lease.until) <= new Date(world().timeline.now).toISOString())
    return 'its lease has ended';
  const once = `${delivery.id} ${lease.token}`;
  if (posted.has(once)) return 'it was sent twice under one claim';
  posted.add(once);
  if (post.attempt !== Number(delivery.attempts_made) + 1)
    return `it is not attempt ${post.attempt}`;
  const isAsked = delivery.manual_due_at !== null;
  if (['succeeded', 'failed', 'suppressed'].includes(String(delivery.status)) && !isAsked)
    return `it was ${delivery.status}, and nobody asked for it again`;
  const began_at = post.process?.began_at ?? 0;
  if (webhook.blocked_since !== undefined && webhook.blocked_since < began_at)
    return 'its webhook was disabled or deleted, or its account suspended, before anybody leased it';
  const health = itemAt(db, healthKey(tenant_id, id));
  const probe = objectIn(health, 'probe');
  // A disabled webhook rests; once it is enabled a resend that was on its way may come before the
  // news.
  if (isAsked && health?.state === 'open' && health.next_probe_at === undefined) return undefined;
  // The worker that leases it reads the breaker late.
  const known_at = began_at - unseen_ms_max;
  if (
    webhook.open_since !== undefined &&
    webhook.open_since < known_at &&
    probe?.token !== lease.token
  )
    return 'its breaker was open, and it is not the probe';
};
