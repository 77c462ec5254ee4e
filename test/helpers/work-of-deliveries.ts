import assert from 'node:assert/strict';
import { deliverWebhook, fanOutEvent, sweepScheduledWork } from '../../functions/app/jobs/jobs.ts';
import { functionName, queueName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import { until } from '../../local/test/helpers/until.ts';
import { anotherAccount } from './another-account.ts';
import { done } from './call.ts';
import { aCustomer } from './fixtures/customers.ts';
import { aNewDelivery } from './fixtures/deliveries.ts';
import { administer, type Tenant } from './fixtures/tenants.ts';
import { aWebhook } from './fixtures/webhooks.ts';
import type { Service } from './service.ts';
import { sink } from './sink.ts';

/**
 * Brings a worker to do its work. A step waits for its result no longer than `wait_ms_max`: a
 * worker without one of its grants does nothing, and the test names what is missing.
 */
export type Make = (local: Working, tenant: Tenant, wait_ms_max: number) => Promise<void>;

/** The service in which workers work: the machine, or the World. */
export type Working = Service &
  Pick<Local, 'queues' | 'mappings' | 'logSubscriptions' | 'credentialsOfAccount'>;

/** Makes an event, and with it work for everybody behind it. */
export const anEvent: Make = async (_local, tenant) => {
  await aWebhook(tenant, { event_types: ['customer.created'] });
  const body = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' };
  assert.equal((await tenant.call({ method: 'POST', path: '/customers', body })).status, 201);
};

/** Events of a business that come to a worker in one batch, from a queue that was held back meanwhile. */
const aBatch =
  (id: string, from: 'webhooks' | 'deliver'): Make =>
  async (local, tenant, wait_ms_max) => {
    const name = functionName('sandbox', id);
    await aWebhook(tenant, { event_types: ['customer.created'] });
    const waiting = () =>
      local.queues.byName(queueName('sandbox', from), 'eu-west-1')?.depth().visible ?? 0;
    local.mappings.pause(name);
    for (let made = 0; made < 3; made += 1) await aCustomer(tenant);
    await until(() => waiting() >= 3, 'events wait in the queue', wait_ms_max).catch(
      () => undefined,
    );
    local.mappings.resume(name);
  };

/** An event alone, and several at once. */
export const everyFanOut: Make = async (...all) => {
  await anEvent(...all);
  await aBatch(fanOutEvent.id, 'webhooks')(...all);
};

/**
 * Deliveries that arrive, fail and disable their webhook; webhooks whose deliveries are recovered, paused by what is said of
 * the webhook, its endpoint or the account, and come back.
 */
export const everyDelivery: Make = async (local, tenant, wait_ms_max) => {
  await aBatch(deliverWebhook.id, 'deliver')(local, tenant, wait_ms_max);
  await aNewDelivery(tenant);
  await aNewDelivery(tenant, { url: `${sink}/failing` });
  await aNewDelivery(tenant, { url: `${sink}/gone` });
  const { webhook_id } = await aNewDelivery(tenant, { url: `${sink}/failing` });
  for (const verb of ['disable', 'enable'])
    await tenant.call({ method: 'POST', path: `/webhooks/${webhook_id}/${verb}` });
  await toAnotherAccount(local, tenant);
  await aRecoveryOfWhatWasSuppressed(tenant, wait_ms_max);
  await toAnOpenBreaker(tenant, wait_ms_max);
  for (const command of ['suspend', 'reactivate']) {
    await administer(local, { command, tenant_id: tenant.tenant_id });
    await local.invoke(functionName('sandbox', sweepScheduledWork.id), {});
  }
};

/** A message and an event for a queue and a bus of another account. */
const toAnotherAccount = async (local: Working, tenant: Tenant) => {
  const ends: (() => void)[] = [];
  // Not the runner's `after`: in the thread of a World it would have the runner follow every promise from here on.
  const owner = anotherAccount({ after: (end) => void ends.push(end) }, local);
  const queue_url = await owner.queue('inbox');
  const { arn: bus_arn } = await owner.bus('bus', ['webhook.test']);
  const named = (destination: object) => aWebhook(tenant, { url: undefined, destination });
  const [queue, bus] = [
    await named({ type: 'sqs', queue_url }),
    await named({ type: 'eventbridge', bus_arn }),
  ];
  await owner.setQueuePolicy(queue_url, queue.destination.policy);
  await owner.setBusPolicy(bus_arn, bus.destination.policy);
  for (const { id } of [queue, bus]) await done(tenant, `/webhooks/${id}/test`);
  for (const end of ends) end();
};

/** Events that came while their webhook was disabled, recovered once it is enabled again. */
const aRecoveryOfWhatWasSuppressed = async (tenant: Tenant, wait_ms_max: number) => {
  const since = new Date().toISOString();
  const { id } = await aWebhook(tenant, { event_types: ['customer.created'] }, 'disabled');
  await aCustomer(tenant);
  const suppressed = async () => {
    const query = [['webhook_id', id]] as const;
    return (
      (await tenant.call({ method: 'GET', path: '/deliveries', query })).body.data.length === 1
    );
  };
  await until(suppressed, 'the event is suppressed', wait_ms_max).catch(() => undefined);
  await tenant.call({ method: 'POST', path: `/webhooks/${id}/enable` });
  await tenant.call({
    method: 'POST',
    path: `/webhooks/${id}/recover`,
    body: { scope: 'missing', since },
  });
};

/** A delivery to an endpoint that is known to want none. */
const toAnOpenBreaker = async (tenant: Tenant, wait_ms_max: number) => {
  const { webhook_id } = await aNewDelivery(tenant, {
    url: `${sink}/busy`,
    event_types: ['customer.created'],
  });
  const opened = async () => {
    const { body } = await tenant.call({ method: 'GET', path: `/webhooks/${webhook_id}` });
    return body.health.state === 'open';
  };
  await until(opened, 'the breaker opens', wait_ms_max).catch(() => undefined);
  await aCustomer(tenant);
};
