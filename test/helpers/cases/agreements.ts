import { agreementBody, anAgreement } from '../fixtures/agreements.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aCase, again, type Case } from './case.ts';
import { aPlainCustomer } from './customers.ts';

const nobody = { customer_id: 'cus_01h455vb4pex5vsknk084sn02q' };

const ofOneWho = async (tenant: Tenant, status?: 'suspended' | 'closed') => ({
  params: { customer_id: String((await aPlainCustomer(tenant, {}, status)).id) },
  body: agreementBody(),
});

/** The idempotency record comes with the customer; what was accepted before is read beside them. */
const read = ['BatchGetItem + GetItem'];
const created = [...read, 'TransactWriteItems'];

/** Recording and reading agreements. */
export const agreementCases = {
  'agreements.create': [
    aCase('of a first text', 201, created, (tenant) => ofOneWho(tenant)),
    aCase('of a later version', 201, created, async (tenant) => {
      const { customer_id } = await anAgreement(tenant, { version: '1' });
      return { params: { customer_id }, body: agreementBody({ version: '2' }) };
    }),
    aCase('of a customer who is suspended', 201, created, (tenant) =>
      ofOneWho(tenant, 'suspended'),
    ),
    aCase('of a customer who is closed', 409, [...read, 'GetItem'], (tenant) =>
      ofOneWho(tenant, 'closed'),
    ),
    aCase('again with the same key', 201, read, async (tenant) => {
      const said = await ofOneWho(tenant);
      return again(tenant, `/customers/${said.params.customer_id}/agreements`, said);
    }),
    aCase('of nobody', 404, [...read, 'GetItem'], () => ({
      params: nobody,
      body: agreementBody(),
    })),
  ],
  'agreements.list': [
    aCase('of two', 200, ['GetItem + Query', 'BatchGetItem'], async (tenant) => {
      const { customer_id } = await anAgreement(tenant);
      await anAgreement(tenant, { document: 'privacy_policy' }, customer_id);
      return { params: { customer_id } };
    }),
    aCase('of nobody', 404, ['GetItem + Query'], () => ({ params: nobody })),
  ],
  'agreements.get': [
    aCase('that exists', 200, ['GetItem'], async (tenant) => ({
      params: { agreement_id: (await anAgreement(tenant)).id },
    })),
    aCase('that is none', 404, ['GetItem'], () => ({
      params: { agreement_id: 'agr_01h455vb4pex5vsknk084sn02q' },
    })),
  ],
} satisfies Record<string, readonly Case[]>;
