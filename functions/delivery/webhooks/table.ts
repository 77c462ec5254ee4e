import { randomUUID } from 'node:crypto';
import { ApiError } from '../../core/api-error.ts';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import { resourceKey, tenantKey } from '../../core/dynamodb/keys.ts';
import { type Page, type PageRequest, pageOf, readOr } from '../../core/dynamodb/list.ts';
import { scheduleFields } from '../../core/dynamodb/scheduled-work.ts';
import { readEach, type UnreadableItem } from '../../core/dynamodb/stored-form.ts';
import {
  always,
  asRead,
  type ConditionCheck,
  has,
  isNew,
  textOf,
  type Write,
} from '../../core/dynamodb/writes.ts';
import { deepEqual } from '../../core/json.ts';
import { readStoredTenant } from '../../tenants/accounts/stored-form.ts';
import { healthKey, healthOf, type StoredHealth } from './health-table.ts';
import type { Subscription, Webhook } from './model.ts';
import { readStoredSubscription, readStoredWebhook } from './stored-form.ts';

/** How many webhooks an account may have. */
export const webhooksMax = 16;

const slots = Array.from({ length: webhooksMax }, (_, position) =>
  String(position + 1).padStart(2, '0'),
);

/** The keys of webhooks and of what is stored beside them. */
export const webhookKeys = {
  webhook: (tenant: string, id: string) => resourceKey(`${tenant}/webhook`, id),
  /** Do this account's webhooks have to be reconciled with its status? The sweeper detects the kind from the partition. */
  reconciliation: (tenant: string) =>
    resourceKey(`${tenant}/webhook-reconciliation`, 'webhook-reconciliation'),
  /** Which webhook has this place, and what does it subscribe to? `01` to `16`. */
  slot: (tenant: string, slot: string) => resourceKey(`${tenant}/webhook-slot`, slot),
};

/** The tombstone of a deleted webhook expires with its deliveries. */
const tombstoneSeconds = 90 * 24 * 60 * 60;

/** A webhook with its endpoint's health. */
export type WebhookAndHealth = { readonly webhook: Webhook; readonly health: StoredHealth };

/**
 * The inputs of decisions about deliveries: the webhook, undefined if it was deleted, its health,
 * and whether its account is suspended.
 */
export type Endpoint = {
  readonly webhook: Webhook | undefined;
  readonly health: StoredHealth;
  readonly suspended: boolean;
};

/** The webhook with its health, or the error; a deleted one is not found. One round trip. */
export const readWebhook = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<WebhookAndHealth> => {
  const [item, health] = await db.batch([webhookKeys.webhook(tenant, id), healthKey(tenant, id)]);
  const webhook = webhookOf(item);
  if (!webhook) throw new ApiError('webhook_not_found');
  return { webhook, health: healthOf(health) };
};

/** The inputs of decisions about the deliveries of a webhook. One round trip. */
export const findEndpoint = async (db: Database, tenant: string, id: string): Promise<Endpoint> => {
  const wanted = [webhookKeys.webhook(tenant, id), healthKey(tenant, id), tenantKey(tenant)];
  const [webhook, health, owner] = await db.batch(wanted);
  return { webhook: webhookOf(webhook), health: healthOf(health), suspended: isSuspended(owner) };
};

/** Whether the item of a business says that its account is suspended. */
export const isSuspended = (owner: Item | undefined): boolean =>
  owner !== undefined && readStoredTenant(owner).account_status === 'suspended';

/** Whether the account of a tenant is suspended, read consistently. */
export const isTenantSuspended = async (db: Database, tenant: string): Promise<boolean> =>
  isSuspended(await db.get(tenantKey(tenant)));

/** The webhook of a delivery; undefined where it was deleted. */
export const webhookOfDelivery = async (
  db: Database,
  of: { tenant_id: string; webhook_id: string },
) => webhookOf(await db.get(webhookKeys.webhook(of.tenant_id, of.webhook_id)));

/** The webhook of each of these deliveries; undefined where it was deleted. One round trip. */
export const webhooksOfDeliveries = async (
  db: Database,
  tenant: string,
  of: readonly { webhook_id: string }[],
) => {
  const ids = [...new Set(of.map(({ webhook_id }) => webhook_id))];
  const items =
    ids.length > 0 ? await db.batch(ids.map((id) => webhookKeys.webhook(tenant, id))) : [];
  const found = new Map(items.map((item, position) => [ids[position], item]));
  return ({ webhook_id }: { webhook_id: string }): Webhook | undefined =>
    webhookOf(found.get(webhook_id));
};

/** The condition for a delivery to a webhook: it is enabled, and not deleted. */
export const webhookConditions = (of: {
  tenant_id: string;
  webhook_id: string;
}): ConditionCheck[] => [
  { key: webhookKeys.webhook(of.tenant_id, of.webhook_id), attribute: 'status', is: 'enabled' },
];

/** The condition for pausing its deliveries: the webhook is disabled, or its account suspended. */
export const suspensionUnchanged = (
  tenant: string,
  webhookId: string,
  suspended: boolean,
): ConditionCheck =>
  suspended
    ? { key: tenantKey(tenant), attribute: 'account_status', is: 'suspended' }
    : { key: webhookKeys.webhook(tenant, webhookId), attribute: 'status', is: 'disabled' };

/** One page of the webhooks of a business, newest first, found by their slots: deleted ones cost nothing. */
export const pageOfWebhooks = async (
  db: Database,
  tenant: string,
  { limit, from = '', below, leaveOut }: PageRequest,
): Promise<Page<WebhookAndHealth>> => {
  const taken = (await slotsOf(db, tenant)).map(({ webhook_id }) => String(webhook_id));
  const ids = taken.filter((id) => id >= from);
  const { items: page, next } = pageOf(ids, { limit, below }, (id) => id);
  const read = page.flatMap((id) => [webhookKeys.webhook(tenant, id), healthKey(tenant, id)]);
  const found = read.length > 0 ? await db.batch(read) : [];
  const items = page.flatMap(
    (_, position) => readOr(() => withHealth(found, position), { leaveOut }) ?? [],
  );
  return { items, next };
};

/** A webhook and its health, which stand side by side among these items; undefined if it was deleted. */
const withHealth = (
  items: readonly (Item | undefined)[],
  position: number,
): WebhookAndHealth | undefined => {
  const webhook = webhookOf(items[2 * position]);
  return webhook && { webhook, health: healthOf(items[2 * position + 1]) };
};

/** The subscriptions of a business, and the errors of those that are unreadable. */
export type Subscriptions = {
  readonly readable: readonly Subscription[];
  readonly unreadable: readonly UnreadableItem[];
};

/**
 * The subscriptions of every webhook of a business, from its slots: the fan-out needs them. Read
 * consistently.
 */
export const subscriptionsOf = async (db: Database, tenant: string): Promise<Subscriptions> => {
  const stored = await slotsOf(db, tenant);
  return readEach(stored, ({ pk, sk, webhook_id: id, ...slot }) =>
    readStoredSubscription({ ...slot, tenant_id: tenant, id }),
  );
};

/** A free slot for one more webhook, or the error. Two that see the same slot cannot both take it. */
export const freeSlot = async (db: Database, tenant: string): Promise<string> => {
  const taken = new Set((await slotsOf(db, tenant)).map(({ sk }) => sk));
  const free = slots.find((slot) => !taken.has(slot));
  if (free === undefined) throw new ApiError('webhook_limit_reached');
  return free;
};

/** Saves a webhook, and in its slot what it subscribes to; a new one takes the slot. */
export const saveWebhook = (webhook: Webhook, read?: Webhook): Write[] => {
  const { tenant_id: tenant, id, slot } = webhook;
  const item = {
    ...webhook,
    headers: textOf(webhook.headers),
    metadata: textOf(webhook.metadata),
  };
  const saved: Write = {
    kind: 'put',
    key: webhookKeys.webhook(tenant, id),
    item,
    when: read ? asRead(read.version) : isNew,
  };
  const place = {
    kind: 'put',
    key: webhookKeys.slot(tenant, slot),
    item: subscriptionOf(webhook),
  } as const;
  if (!read) return [saved, { ...place, when: isNew }];
  if (deepEqual(subscriptionOf(webhook), subscriptionOf(read))) return [saved];
  return [saved, { ...place, when: has('webhook_id', id) }];
};

/** Deletes a webhook: its slot is free again, and a tombstone stays. */
export const deleteWebhookItems = (
  { tenant_id: tenant, id, slot, version }: Webhook,
  now: Date,
): Write[] => [
  {
    kind: 'put',
    key: webhookKeys.webhook(tenant, id),
    item: {
      id,
      deleted_at: now.toISOString(),
      expires_at_s: Math.floor(now.getTime() / 1000) + tombstoneSeconds,
    },
    when: asRead(version),
  },
  { kind: 'delete', key: webhookKeys.slot(tenant, slot), when: has('webhook_id', id) },
];

/** The webhook as stored; undefined where it was deleted. */
export const webhookOf = (item: Item | undefined): Webhook | undefined => {
  if (!item || typeof item.deleted_at === 'string') return undefined;
  const { deleted_at, ...webhook } = item;
  return readStoredWebhook(webhook);
};

const slotsOf = async (db: Database, tenant: string): Promise<Item[]> => {
  const { pk: partition } = webhookKeys.slot(tenant, '');
  return (await db.query({ table: 'resources', partition, consistent: true, limit: webhooksMax }))
    .items;
};

/** Small, because the slots of all webhooks are read at once. */
const subscriptionOf = (webhook: Webhook) => {
  const {
    id: webhook_id,
    url,
    status,
    disabled_reason,
    disabled_at,
    created_at,
    event_types,
  } = webhook;
  const disabled = status === 'disabled' && { disabled_reason, disabled_at };
  return { webhook_id, url, status, created_at, event_types, ...disabled };
};

/** Part of the transaction that suspends or reactivates an account: one item, however many webhooks it has. */
export const requestWebhookReconciliation = (tenant_id: string, now: Date): Write => {
  const key = webhookKeys.reconciliation(tenant_id);
  const item = {
    tenant_id,
    token: randomUUID(),
    ...scheduleFields(key, tenant_id, now.toISOString()),
  };
  return { kind: 'put', key, item, when: always };
};

/** The token of the open request; undefined if there is none. */
export const findWebhookReconciliation = async (
  db: Database,
  tenant: string,
): Promise<string | undefined> => {
  const item = await db.get(webhookKeys.reconciliation(tenant));
  return item && String(item.token);
};

/** Ends a request, unless there is a newer one. */
export const endWebhookReconciliation = (tenant: string, token: string): Write => ({
  kind: 'delete',
  key: webhookKeys.reconciliation(tenant),
  when: has('token', token),
});
