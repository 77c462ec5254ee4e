import { aStoredCustomer, individual } from '../fixtures/customers.ts';
import { aReadyVerification, aSubmittedVerification, aVerification } from '../fixtures/verifications.ts';
import type { Case } from '../route-cases.ts';

const naming = (id: unknown) => ({ params: { verification_id: String(id) } });
const nobody = naming('idv_01h455vb4pex5vsknk084sn02q');

/** Reading verifications. */
export const verificationReadCases = {
  'verifications.list': [
    {
      name: 'of a customer with an open one',
      arrange: async (tenant) => ({ params: { customer_id: String((await aVerification(tenant)).customer_id) } }),
      status: 200,
      asks: ['GetItem + Query', 'BatchGetItem', 'BatchGetItem + Query'],
    },
    {
      name: 'of a customer without any',
      arrange: async (tenant) => ({
        params: { customer_id: String((await aStoredCustomer(tenant, individual({}))).id) },
      }),
      status: 200,
      asks: ['GetItem + Query'],
    },
  ],
  'verifications.list-all': [
    {
      name: 'with two that are open',
      arrange: async (tenant) => {
        await aVerification(tenant);
        await aReadyVerification(tenant);
        return {};
      },
      status: 200,
      // What both still require is asked for at once.
      asks: ['Query', 'BatchGetItem + Query + Query'],
    },
    {
      name: 'of a customer',
      arrange: async (tenant) => ({
        query: [['customer_id', String((await aSubmittedVerification(tenant)).customer_id)]],
      }),
      status: 200,
      asks: ['Query', 'BatchGetItem'],
    },
    {
      name: 'by status',
      arrange: async (tenant) => {
        await aSubmittedVerification(tenant);
        return { query: [['status', 'processing']] };
      },
      status: 200,
      asks: ['Query', 'BatchGetItem'],
    },
    {
      name: 'when one waits for a reviewer',
      arrange: async (tenant) => {
        const { id } = await aSubmittedVerification(tenant);
        await tenant.putToReview(id);
        return { query: [['reviewing', 'true']] };
      },
      status: 200,
      asks: ['Query', 'BatchGetItem'],
    },
    {
      name: 'when none waits for a reviewer',
      arrange: () => ({ query: [['reviewing', 'true']] }),
      status: 200,
      asks: ['Query'],
    },
  ],
  'verifications.get': [
    {
      name: 'that is open',
      arrange: async (tenant) => naming((await aReadyVerification(tenant)).id),
      status: 200,
      asks: ['GetItem', 'BatchGetItem + Query'],
    },
    {
      name: 'that was submitted',
      arrange: async (tenant) => naming((await aSubmittedVerification(tenant)).id),
      status: 200,
      asks: ['GetItem'],
    },
    { name: 'that is none', arrange: () => nobody, status: 404, asks: ['GetItem'] },
  ],
} satisfies Record<string, readonly Case[]>;
