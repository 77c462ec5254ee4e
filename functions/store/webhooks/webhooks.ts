import { Failure } from '../../domain/failure.ts';
import { type AlignmentDue, type Health, untriedHealth } from '../../domain/webhooks/health.ts';
import type { Webhook } from '../../domain/webhooks/webhook.ts';
import { asRead, type Fact, has, isNew, type Write } from '../change.ts';
import type { Database, Item } from '../database.ts';
import { dueAtOf, dueFields } from '../due-fields.ts';
import { listPage, type Page, type Wanted } from '../list.ts';
import { mapOf, textOf } from '../pairs.ts';
import { keys, partitions } from '../table.ts';

/** How many webhooks an account may have (security.md, Limits). */
export const webhooksMax = 16;

const slots = Array.from({ length: webhooksMax }, (_, position) => String(position + 1).padStart(2, '0'));

/** A deleted webhook stays so long as its deliveries do, so that an event that came before can still be told apart. */
const tombstoneSeconds = 90 * 24 * 60 * 60;

/** How an endpoint is doing, as stored beside its deliveries. */
export type StoredHealth = Health & AlignmentDue & { readonly version: number };

/** A webhook with its endpoint's health. */
export type WebhookAndHealth = { readonly webhook: Webhook; readonly health: StoredHealth };

/** An endpoint that nothing was sent to yet. */
export const noHealth: StoredHealth = { ...untriedHealth, due_at: null, align_since: null, version: 0 };

/** The webhook with its health, or the refusal; a deleted one is not found. One round trip. */
export const readWebhook = async (db: Database, tenant: string, id: string): Promise<WebhookAndHealth> => {
  const [webhook, health] = await db.batch([keys.webhook(tenant, id), keys.webhookHealth(tenant, id)]);
  if (!webhook || webhook.deleted_at !== null) throw new Failure('webhook_not_found');
  return { webhook: webhookOf(webhook), health: healthOf(health) };
};

/** The webhook with its health and whether its account is active, deleted or not; undefined when its tombstone is gone too. */
export const findWebhook = async (db: Database, tenant: string, id: string) => {
  const wanted = [keys.webhook(tenant, id), keys.webhookHealth(tenant, id), keys.tenant(tenant)];
  const [webhook, health, owner] = await db.batch(wanted);
  if (!webhook) return undefined;
  return { webhook: webhookOf(webhook), health: healthOf(health), suspended: owner?.account_status === 'suspended' };
};

/** The webhook of a delivery, deleted or not; undefined when its tombstone is gone too. */
export const webhookOfDelivery = async (db: Database, of: { tenant_id: string; webhook_id: string }) => {
  const item = await db.get(keys.webhook(of.tenant_id, of.webhook_id));
  return item && webhookOf(item);
};

/** The webhook of each of these deliveries, deleted or not; undefined when its tombstone is gone too. One round trip. */
export const webhooksOfDeliveries = async (db: Database, tenant: string, of: readonly { webhook_id: string }[]) => {
  const ids = [...new Set(of.map(({ webhook_id }) => webhook_id))];
  const items = ids.length > 0 ? await db.batch(ids.map((id) => keys.webhook(tenant, id))) : [];
  const found = new Map(items.map((item, position) => [ids[position], item && webhookOf(item)]));
  return ({ webhook_id }: { webhook_id: string }): Webhook | undefined => found.get(webhook_id);
};

/** The facts that a delivery to a webhook rests on: it is enabled, and not deleted. */
export const webhookFacts = (of: { tenant_id: string; webhook_id: string }): Fact[] => [
  { key: keys.webhook(of.tenant_id, of.webhook_id), attribute: 'reachable', is: 'yes' },
];

/** One page of the tenant's webhooks, newest first; deleted ones are passed over. */
export const pageOfWebhooks = async (db: Database, tenant: string, wanted: Wanted): Promise<Page<WebhookAndHealth>> => {
  const place = { table: 'resources', partition: partitions.webhooks(tenant), consistent: true } as const;
  const { items, next } = await listPage(db, place, wanted, { standing: 'kept' });
  const webhooks = items.map(webhookOf);
  const healths = webhooks.length > 0 ? await db.batch(webhooks.map(({ id }) => keys.webhookHealth(tenant, id))) : [];
  return { items: webhooks.map((webhook, position) => ({ webhook, health: healthOf(healths[position]) })), next };
};

/** Every webhook of a tenant, deleted ones included: what an event's fan-out decides over. Read consistently. */
export const webhooksOf = async (db: Database, tenant: string): Promise<Webhook[]> => {
  const place = { table: 'resources', partition: partitions.webhooks(tenant), consistent: true } as const;
  const webhooks: Webhook[] = [];
  let below: string | undefined;
  do {
    const { items, last } = await db.query({ ...place, below, limit: 1000 });
    webhooks.push(...items.map(webhookOf));
    below = last;
  } while (below !== undefined);
  return webhooks;
};

/** A place for one more webhook, or the refusal. Two that see the same place cannot both take it. */
export const freeSlot = async (db: Database, tenant: string): Promise<string> => {
  const { pk: partition } = keys.webhookSlot(tenant, '');
  const { items } = await db.query({ table: 'resources', partition, consistent: true, limit: webhooksMax });
  const taken = new Set(items.map(({ sk }) => sk));
  const free = slots.find((slot) => !taken.has(slot));
  if (free === undefined) throw new Failure('webhook_limit_reached');
  return free;
};

/** What puts a webhook: a new one takes its slot, a deleted one frees it and stays as a tombstone. */
export const saveWebhook = (webhook: Webhook, read?: Webhook): Write[] => {
  const { tenant_id: tenant, id, slot, deleted_at } = webhook;
  const item = {
    ...webhook,
    headers: textOf(webhook.headers),
    metadata: textOf(webhook.metadata),
    standing: deleted_at === null ? 'kept' : 'deleted',
    reachable: deleted_at === null && webhook.status === 'enabled' ? 'yes' : 'no',
    ...(deleted_at !== null && { expires_at_s: Math.floor(Date.parse(deleted_at) / 1000) + tombstoneSeconds }),
  };
  const saved: Write = { kind: 'put', key: keys.webhook(tenant, id), item, when: read ? asRead(read.version) : isNew };
  const key = keys.webhookSlot(tenant, slot);
  if (!read) return [saved, { kind: 'put', key, item: { webhook_id: id }, when: isNew }];
  return deleted_at === null ? [saved] : [saved, { kind: 'delete', key, when: has('webhook_id', id) }];
};

/** What puts an endpoint's health over the one that was read. */
export const saveHealth = (webhook: Pick<Webhook, 'id' | 'tenant_id'>, health: StoredHealth): Write => {
  const { due_at, ...stored } = health;
  const key = keys.webhookHealth(webhook.tenant_id, webhook.id);
  const item = { ...stored, ...dueFields(key, webhook.id, due_at), id: webhook.id, version: health.version + 1 };
  return {
    kind: 'put',
    key,
    item,
    when: health.version === 0 ? isNew : asRead(health.version),
  };
};

/** The webhook as stored, without its keys. */
export const webhookOf = (item: Item): Webhook => {
  const { pk, sk, standing, reachable, expires_at_s, headers, metadata, ...webhook } = item;
  return { ...webhook, headers: mapOf(headers), metadata: mapOf(metadata) } as Webhook;
};

/** The health as stored; an endpoint that nothing was sent to has none yet. */
export const healthOf = (item: Item | undefined): StoredHealth => {
  if (!item) return noHealth;
  const { pk, sk, due_at, due_shard, sweeps, id, ...health } = item;
  return { ...health, due_at: dueAtOf(item) } as StoredHealth;
};
