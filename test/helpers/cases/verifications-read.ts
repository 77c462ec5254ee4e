import { aStoredCustomer, individual } from '../fixtures/customers.ts';
import { aReadyVerification, aSubmittedVerification, aVerification } from '../fixtures/verifications.ts';
import { aCase, type Case } from './case.ts';

const naming = (id: unknown) => ({ params: { verification_id: String(id) } });
const nobody = naming('idv_01h455vb4pex5vsknk084sn02q');

/** Reading verifications. */
export const verificationReadCases = {
  'verifications.list': [
    aCase(
      'of a customer with an open one',
      200,
      ['GetItem + Query', 'BatchGetItem', 'BatchGetItem + Query'],
      async (tenant) => ({ params: { customer_id: String((await aVerification(tenant)).customer_id) } }),
    ),
    aCase('of a customer without any', 200, ['GetItem + Query'], async (tenant) => ({
      params: { customer_id: String((await aStoredCustomer(tenant, individual({}))).id) },
    })),
  ],
  'verifications.list-all': [
    // What both still require is asked for at once.
    aCase('with two that are open', 200, ['Query', 'BatchGetItem + Query + Query'], async (tenant) => {
      await aVerification(tenant);
      await aReadyVerification(tenant);
      return {};
    }),
    aCase('of a customer', 200, ['Query', 'BatchGetItem'], async (tenant) => ({
      query: [['customer_id', String((await aSubmittedVerification(tenant)).customer_id)]],
    })),
    aCase('by status', 200, ['Query', 'BatchGetItem'], async (tenant) => {
      await aSubmittedVerification(tenant);
      return { query: [['status', 'processing']] };
    }),
    aCase('when one waits for a reviewer', 200, ['Query', 'BatchGetItem'], async (tenant) => {
      const { id } = await aSubmittedVerification(tenant);
      await tenant.putToReview(id);
      return { query: [['reviewing', 'true']] };
    }),
    aCase('when none waits for a reviewer', 200, ['Query'], () => ({ query: [['reviewing', 'true']] })),
  ],
  'verifications.get': [
    aCase('that is open', 200, ['GetItem', 'BatchGetItem + Query'], async (tenant) =>
      naming((await aReadyVerification(tenant)).id),
    ),
    aCase('that was submitted', 200, ['GetItem'], async (tenant) => naming((await aSubmittedVerification(tenant)).id)),
    aCase('that is none', 404, ['GetItem'], () => nobody),
  ],
} satisfies Record<string, readonly Case[]>;
