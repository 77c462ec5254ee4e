import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { newRecovery, type Recovery } from '../../functions/domain/deliveries/recovery.ts';
import { saveRecovery } from '../../functions/store/deliveries/recoveries.ts';
import { idsAt } from '../../functions/store/new-id.ts';
import { until } from '../../local/test/helpers/until.ts';
import type { Answer } from './call.ts';
import type { Tenant } from './given.ts';
import type { Any } from './printed-document.ts';
import { sink } from './sink.ts';

/** So many webhooks a test may have at a time; more are made room for, since a business may have 16. */
const kept_max = 8;

/** What happens to keys only: a webhook that subscribes to it is left alone by what tests do to customers. */
const rareEvents = ['api_key.rotated'];

/** Deletes the oldest webhooks of a business that has many, so that it can have more. */
export const makeRoom = async ({ call }: Pick<Tenant, 'call'>): Promise<void> => {
  const { body } = succeeded(await call({ method: 'GET', path: '/webhooks', query: [['limit', '16']] }));
  for (const { id } of body.data.slice(kept_max)) await call({ method: 'DELETE', path: `/webhooks/${id}` });
};

/** The body of a webhook to an endpoint that takes everything. */
export const webhookBody = (more: object = {}) => ({ url: `${sink}/hook`, event_types: rareEvents, ...more });

/** A webhook as its last answer shows it. */
export const aWebhook = async (
  tenant: Pick<Tenant, 'call'>,
  more: object = {},
  status: 'enabled' | 'disabled' | 'deleted' = 'enabled',
): Promise<Any> => {
  await makeRoom(tenant);
  const created = succeeded(await tenant.call({ method: 'POST', path: '/webhooks', body: webhookBody(more) }));
  const path = `/webhooks/${created.body.id}`;
  if (status === 'disabled') return succeeded(await tenant.call({ method: 'POST', path: `${path}/disable` })).body;
  if (status === 'deleted') succeeded(await tenant.call({ method: 'DELETE', path }));
  return created.body;
};

/** A delivery that has just been asked for, to a webhook of its own. */
export const aNewDelivery = async (tenant: Pick<Tenant, 'call'>, more: object = {}): Promise<Any> => {
  const { id } = await aWebhook(tenant, more);
  return succeeded(await tenant.call({ method: 'POST', path: `/webhooks/${id}/test` })).body;
};

/** A recovery that runs, and that nobody comes by for hours. */
export const aRecovery = async ({ tenant_id, put }: Pick<Tenant, 'tenant_id' | 'put'>): Promise<Recovery> => {
  const now = new Date();
  const newId = idsAt(now);
  const input = { scope: 'missing', since: now.toISOString(), event_types: null, rate_per_second: 20 } as const;
  const of = { tenant_id, webhook_id: newId('webhook') };
  const { after } = newRecovery(input, { ...of, id: newId('recovery'), token: randomUUID(), now });
  const due_at = new Date(now.getTime() + 36_000_000).toISOString();
  await put([saveRecovery({ ...after, due_at })]);
  return after;
};

/** A delivery that arrived, with its attempts. */
export const aDelivery = async (tenant: Pick<Tenant, 'call'>): Promise<Any> => {
  const { id } = await aNewDelivery(tenant);
  const path = `/deliveries/${id}`;
  return until(async () => {
    const { body } = succeeded(await tenant.call({ method: 'GET', path }));
    return body.status === 'succeeded' && body;
  }, `${id} arrives`);
};

/** A delivery whose endpoint has the request and does not answer. */
export const aDeliveryInFlight = async (tenant: Pick<Tenant, 'call'>): Promise<Any> => {
  const delivery = await aNewDelivery(tenant, { url: `${sink}/never` });
  const path = `/deliveries/${delivery.id}/resend`;
  await until(async () => (await tenant.call({ method: 'POST', path })).status === 409, `${delivery.id} is in flight`);
  return delivery;
};

const succeeded = (answer: Answer): Answer => {
  assert.ok(answer.status < 300, answer.text);
  return answer;
};
