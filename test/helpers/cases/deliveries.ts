import { randomUUID } from 'node:crypto';
import { aDelivery, aRecovery } from '../fixtures/deliveries.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import type { Any } from '../printed-document.ts';
import type { Case } from '../route-cases.ts';

const nobodys = { params: { delivery_id: 'dlv_01h455vb4pex5vsknk084sn02q' } };

/** A list of one delivery, narrowed by what `filter` takes from it. */
const listed = (name: string, filter: (delivery: Any) => Readonly<Record<string, string>>): Case => ({
  name,
  arrange: async (tenant) => ({ query: Object.entries(filter(await aDelivery(tenant))) }),
  status: 200,
  asks: ['Query', 'BatchGetItem', 'BatchGetItem'],
});

const noRecovery = { params: { recovery_id: 'rcv_01h455vb4pex5vsknk084sn02q' } };

const namingRecovery = async (tenant: Tenant) => ({ params: { recovery_id: String((await aRecovery(tenant)).id) } });

const naming = async (tenant: Tenant) => ({ params: { delivery_id: String((await aDelivery(tenant)).id) } });

/** Reading and resending deliveries. */
export const deliveryCases = {
  'deliveries.list': [
    listed('all', () => ({})),
    listed('of a webhook', ({ webhook_id }) => ({ webhook_id })),
    listed('of a status', ({ status }) => ({ status })),
    listed('of an event', ({ event_id }) => ({ event_id })),
    {
      name: 'that did not arrive',
      arrange: async (tenant) => {
        await aDelivery(tenant);
        return { query: [['status', 'undelivered']] };
      },
      status: 200,
      asks: ['Query + Query + Query + Query + Query'],
    },
  ],
  'deliveries.get': [
    { name: 'with one attempt', arrange: naming, status: 200, asks: ['Query', 'GetItem'] },
    { name: 'that is none', arrange: () => nobodys, status: 404, asks: ['Query'] },
  ],
  'deliveries.list-attempts': [
    { name: 'of one', arrange: naming, status: 200, asks: ['GetItem + Query'] },
    { name: 'of nothing', arrange: () => nobodys, status: 404, asks: ['GetItem + Query'] },
  ],
  'recoveries.get': [
    { name: 'one', arrange: namingRecovery, status: 200, asks: ['GetItem'] },
    { name: 'that is none', arrange: () => noRecovery, status: 404, asks: ['GetItem'] },
  ],
  'recoveries.cancel': [
    { name: 'of one that runs', arrange: namingRecovery, status: 200, asks: ['GetItem', 'TransactWriteItems'] },
    {
      name: 'again with the same key',
      arrange: async (tenant) => {
        const said = { ...(await namingRecovery(tenant)), headers: { 'idempotency-key': randomUUID() } };
        await tenant.call({ method: 'POST', path: `/recoveries/${said.params.recovery_id}/cancel`, ...said });
        return said;
      },
      status: 200,
      asks: ['GetItem', 'GetItem'],
    },
    { name: 'of nothing', arrange: () => noRecovery, status: 404, asks: ['GetItem', 'GetItem'] },
  ],
  'deliveries.resend': [
    {
      name: 'of one that arrived',
      arrange: naming,
      status: 202,
      asks: ['BatchGetItem', 'GetItem', 'TransactWriteItems', 'SendMessageBatch'],
      // It weighs more than a kilobyte: its attempt lies in it.
    },
    {
      name: 'again with the same key',
      arrange: async (tenant) => {
        const said = { ...(await naming(tenant)), headers: { 'idempotency-key': randomUUID() } };
        const path = `/deliveries/${said.params.delivery_id}/resend`;
        await tenant.call({ method: 'POST', path, headers: said.headers });
        return said;
      },
      status: 202,
      asks: ['BatchGetItem', 'GetItem', 'GetItem'],
    },
    { name: 'of nothing', arrange: () => nobodys, status: 404, asks: ['BatchGetItem', 'GetItem'] },
  ],
} satisfies Record<string, readonly Case[]>;
