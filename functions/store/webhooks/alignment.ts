import { randomUUID } from 'node:crypto';
import { always, has, type Write } from '../change.ts';
import type { Database } from '../database.ts';
import { dueFields } from '../due-fields.ts';
import { keys } from '../table.ts';

/** What goes into the transaction that suspends or reactivates an account: one item, however many webhooks it has or had. */
export const requestWebhookAlignment = (tenant_id: string, now: Date): Write => {
  const key = keys.webhookAlignment(tenant_id);
  const item = { tenant_id, token: randomUUID(), ...dueFields(key, tenant_id, now.toISOString()) };
  return { kind: 'put', key, item, when: always };
};

/** What tells the request under way from a newer one; undefined where there is none. */
export const findWebhookAlignment = async (db: Database, tenant: string): Promise<string | undefined> => {
  const item = await db.get(keys.webhookAlignment(tenant));
  return item && String(item.token);
};

/** What ends a request, unless a newer one has come. */
export const endWebhookAlignment = (tenant: string, token: string): Write => ({
  kind: 'delete',
  key: keys.webhookAlignment(tenant),
  when: has('token', token),
});
