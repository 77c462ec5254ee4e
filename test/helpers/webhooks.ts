import assert from 'node:assert/strict';
import { queueName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import { until } from '../../local/test/helpers/until.ts';
import type { Tenant } from './fixtures/tenants.ts';
import type { Any } from './printed-document.ts';

/** The calls of a business about its webhooks; each must succeed. */
export const webhooksOf = ({ call }: Pick<Tenant, 'call'>) => {
  const ask = async (method: string, path: string, body?: object): Promise<Any> => {
    const answer = await call({ method, path, ...(body && { body }) });
    assert.ok(answer.status < 300, `${method} ${path} ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const deliveries = async (query: string): Promise<Any[]> =>
    (await ask('GET', `/deliveries?${query}`)).data;
  return {
    ask,
    create: (body: object) => ask('POST', '/webhooks', body),
    /** Without an event type: `webhook.test`. */
    test: ({ id }: Any, event_type?: string) =>
      ask('POST', `/webhooks/${id}/test`, { ...(event_type && { event_type }) }),
    deliveries,
    /** A delivery with its attempts, as it is now. */
    read: ({ id }: Any): Promise<Any> => ask('GET', `/deliveries/${id}`),
    /** Waits until a delivery is what the test says; answers it with its attempts. */
    delivery: ({ id }: Any, is: (delivery: Any) => boolean): Promise<Any> =>
      until(async () => {
        const found = await ask('GET', `/deliveries/${id}`);
        return is(found) && found;
      }, `${id} becomes as ${is}`),
    /** Waits until a webhook has so many deliveries that are what the test says. */
    several: (
      webhook: Any,
      count: number,
      is: (delivery: Any) => boolean = () => true,
    ): Promise<Any[]> =>
      until(async (): Promise<Any[] | undefined> => {
        const found = (await deliveries(`limit=100&webhook_id=${webhook.id}`)).filter(is);
        return found.length >= count ? found : undefined;
      }, `${count} deliveries of ${webhook.id} are as ${is}`),
  };
};

/** Loses every notification of an endpoint: until it is removed nothing reconciles its deliveries or probes it. */
export const losingEndpointMessages = (local: Pick<Local, 'faults'>) =>
  local.faults.add({
    service: 'queue',
    operation: queueName('sandbox', 'deliver'),
    effect: 'lose',
    when: ({ body }) => !body?.includes('delivery_id'),
  });

/** The question whether something has a status. */
export const isNow =
  (status: string) =>
  (one: Any): boolean =>
    one.status === status;
