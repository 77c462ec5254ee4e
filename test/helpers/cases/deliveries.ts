import { aDelivery, aRecovery } from '../fixtures/deliveries.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import type { Any } from '../printed-document.ts';
import { aCase, again, type Case } from './case.ts';

const nobodys = { params: { delivery_id: 'dlv_01h455vb4pex5vsknk084sn02q' } };

/** A list of one delivery, narrowed by what `filter` takes from it. */
const listed = (name: string, filter: (delivery: Any) => Readonly<Record<string, string>>): Case =>
  aCase(name, 200, ['Query', 'BatchGetItem', 'BatchGetItem'], async (tenant) => ({
    query: Object.entries(filter(await aDelivery(tenant))),
  }));

const noRecovery = { params: { recovery_id: 'rcv_01h455vb4pex5vsknk084sn02q' } };

const namingRecovery = async (tenant: Tenant) => ({
  params: { recovery_id: String((await aRecovery(tenant)).id) },
});

const naming = async (tenant: Tenant) => ({
  params: { delivery_id: String((await aDelivery(tenant)).id) },
});

/** Reading and resending deliveries. */
export const deliveryCases = {
  'deliveries.list': [
    listed('all', () => ({})),
    listed('of a webhook', ({ webhook_id }) => ({ webhook_id })),
    listed('of a status', ({ status }) => ({ status })),
    listed('of an event', ({ event_id }) => ({ event_id })),
    aCase('that did not arrive', 200, ['Query + Query + Query + Query + Query'], async (tenant) => {
      await aDelivery(tenant);
      return { query: [['status', 'undelivered']] };
    }),
  ],
  'deliveries.get': [
    aCase('with one attempt', 200, ['Query', 'GetItem'], naming),
    aCase('that is none', 404, ['Query'], () => nobodys),
  ],
  'deliveries.list-attempts': [
    aCase('of one', 200, ['GetItem + Query'], naming),
    aCase('of nothing', 404, ['GetItem + Query'], () => nobodys),
  ],
  'recoveries.get': [
    aCase('one', 200, ['GetItem'], namingRecovery),
    aCase('that is none', 404, ['GetItem'], () => noRecovery),
  ],
  'recoveries.cancel': [
    aCase('of one that runs', 200, ['GetItem', 'TransactWriteItems'], namingRecovery),
    aCase('again with the same key', 200, ['GetItem', 'GetItem'], async (tenant) => {
      const said = await namingRecovery(tenant);
      return again(tenant, `/recoveries/${said.params.recovery_id}/cancel`, said);
    }),
    aCase('of nothing', 404, ['GetItem', 'GetItem'], () => noRecovery),
  ],
  'deliveries.resend': [
    // It is larger than a kilobyte: its attempt is part of it.
    aCase(
      'of one that arrived',
      202,
      ['BatchGetItem', 'GetItem', 'TransactWriteItems', 'SendMessageBatch'],
      naming,
    ),
    aCase(
      'again with the same key',
      202,
      ['BatchGetItem', 'GetItem', 'GetItem'],
      async (tenant) => {
        const said = await naming(tenant);
        return again(tenant, `/deliveries/${said.params.delivery_id}/resend`, said);
      },
    ),
    aCase('of nothing', 404, ['BatchGetItem', 'GetItem'], () => nobodys),
  ],
} satisfies Record<string, readonly Case[]>;
