import type { Screening } from '../../../functions/identity/screenings/model.ts';
import { aStoredCustomer, completePerson } from '../fixtures/customers.ts';
import { aStoredScreening } from '../fixtures/screenings.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aCase, type Case } from './case.ts';

const about = ({ id, version }: Pick<Screening, 'id' | 'version'>, entry_id = '102') => ({
  params: { screening_id: id },
  headers: { 'if-match': `"${version}"` },
  body: { list: 'ofac', entry_id, reason: 'Born in another year.' },
});

const ofOneWhoIs = async (tenant: Tenant, status: 'active' | 'suspended') => {
  const { id } = await aStoredCustomer(tenant, completePerson(), { status });
  return about(await aStoredScreening(tenant, id));
};

const nobody = 'scr_01h455vb4pex5vsknk084sn02q';

/** Reading screenings and deciding about their entries. */
export const screeningCases = {
  'screenings.list': [
    aCase('of all', 200, ['Query'], async (tenant) => {
      await aStoredScreening(tenant);
      return {};
    }),
    aCase('of a customer', 200, ['Query', 'BatchGetItem'], async (tenant) => ({
      query: [['customer_id', (await aStoredScreening(tenant)).customer_id]],
    })),
    aCase('by status', 200, ['Query', 'BatchGetItem'], async (tenant) => {
      await aStoredScreening(tenant);
      return { query: [['status', 'open']] };
    }),
  ],
  'screenings.get': [
    aCase('that exists', 200, ['GetItem'], async (tenant) => ({
      params: { screening_id: (await aStoredScreening(tenant)).id },
    })),
    aCase('that is none', 404, ['GetItem'], () => ({ params: { screening_id: nobody } })),
  ],
  'screenings.clear': [
    aCase('of an open entry', 200, ['BatchGetItem', 'TransactWriteItems'], async (tenant) =>
      about(await aStoredScreening(tenant)),
    ),
    aCase('of an entry that was not found', 409, ['BatchGetItem', 'GetItem'], async (tenant) =>
      about(await aStoredScreening(tenant), '103'),
    ),
  ],
  'screenings.confirm': [
    aCase(
      'of somebody who is active',
      200,
      ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'],
      (tenant) => ofOneWhoIs(tenant, 'active'),
    ),
    aCase(
      'of somebody who is suspended',
      200,
      ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'],
      (tenant) => ofOneWhoIs(tenant, 'suspended'),
    ),
    aCase('of an entry that was not found', 409, ['BatchGetItem', 'GetItem'], async (tenant) =>
      about(await aStoredScreening(tenant), '103'),
    ),
  ],
} satisfies Record<string, readonly Case[]>;
