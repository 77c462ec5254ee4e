import { persons_max } from '../../../functions/identity/persons/model.ts';
import { done } from '../call.ts';
import { aCompany, addedPerson, aVerifiedCompany, personBody } from '../fixtures/persons.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aCase, again, type Case } from './case.ts';
import { aPlainCustomer } from './customers.ts';

const nobody = 'prs_01h455vb4pex5vsknk084sn02q';
const sealing = 'Encrypt + GenerateMac';

const ofCompany = async (tenant: Tenant) => ({
  params: { customer_id: String((await aCompany(tenant)).id) },
  body: personBody(),
});

const ofPerson = async (tenant: Tenant, fields: Parameters<typeof addedPerson>[1] = {}) => ({
  params: { person_id: String((await addedPerson(tenant, fields)).id) },
});

/** The further reads and writes of a change that ends a proof: the features that need it. */
const effects = ['BatchGetItem', 'Query', 'TransactWriteItems'];

/** The representative of a verified business with a feature. */
const ofVerified = async (tenant: Tenant) => ({
  params: { person_id: String((await aVerifiedCompany(tenant)).person_id) },
});

/** A person whose customer is closed. */
const ofClosed = async (tenant: Tenant) => {
  const { id, customer_id } = await addedPerson(tenant);
  await done(tenant, `/customers/${customer_id}/close`);
  return { params: { person_id: String(id) } };
};

/** Adding, reading, changing and removing persons. */
export const personCases = {
  'persons.create': [
    aCase('to a business', 201, ['BatchGetItem', 'TransactWriteItems'], ofCompany),
    aCase(
      'with a tax id',
      201,
      ['BatchGetItem', sealing, 'TransactWriteItems'],
      async (tenant) => ({
        ...(await ofCompany(tenant)),
        body: personBody({ tax_id: '123-45-6789' }),
      }),
    ),
    aCase('again with the same key', 201, ['BatchGetItem'], async (tenant) => {
      const said = await ofCompany(tenant);
      return again(tenant, `/customers/${said.params.customer_id}/persons`, said);
    }),
    aCase(
      'who controls a verified business',
      201,
      ['BatchGetItem', ...effects],
      async (tenant) => ({
        params: { customer_id: String((await aVerifiedCompany(tenant)).id) },
        body: personBody({ roles: ['controller'] }),
      }),
    ),
    aCase('to an individual', 409, ['BatchGetItem', 'GetItem'], async (tenant) => ({
      params: { customer_id: (await aPlainCustomer(tenant)).id },
      body: personBody(),
    })),
    aCase('to a closed business', 409, ['BatchGetItem', 'GetItem'], async (tenant) => {
      const said = await ofCompany(tenant);
      await done(tenant, `/customers/${said.params.customer_id}/close`);
      return said;
    }),
    aCase(
      'to a business that has as many as it may',
      409,
      ['BatchGetItem', 'GetItem'],
      async (tenant) => {
        const said = await ofCompany(tenant);
        for (let added = 0; added < persons_max; added += 1)
          await addedPerson(tenant, {}, said.params.customer_id);
        return said;
      },
    ),
    aCase('to nobody', 404, ['BatchGetItem', 'GetItem'], () => ({
      params: { customer_id: 'cus_01h455vb4pex5vsknk084sn02q' },
      body: personBody(),
    })),
  ],
  'persons.list': [
    aCase('of a business', 200, ['GetItem'], async (tenant) => ({
      params: { customer_id: (await addedPerson(tenant)).customer_id },
    })),
  ],
  'persons.get': [
    aCase('that exists', 200, ['GetItem', 'GetItem'], (tenant) => ofPerson(tenant)),
    aCase('that nobody added', 404, ['GetItem'], () => ({ params: { person_id: nobody } })),
  ],
  'persons.update': [
    aCase('of one field', 200, ['GetItem', 'GetItem', 'TransactWriteItems'], async (tenant) => ({
      ...(await ofPerson(tenant)),
      body: { title: 'Chair' },
    })),
    aCase(
      'of the tax id',
      200,
      ['GetItem', 'GetItem', sealing, 'TransactWriteItems'],
      async (tenant) => ({
        ...(await ofPerson(tenant)),
        body: { tax_id: '987-65-4321' },
      }),
    ),
    aCase(
      'of one tax id to another',
      200,
      ['GetItem', 'GetItem', 'GenerateMac', 'Encrypt', 'TransactWriteItems'],
      async (tenant) => ({
        ...(await ofPerson(tenant, { tax_id: '123-45-6789' })),
        body: { tax_id: '987-65-4321' },
      }),
    ),
    aCase('of a verified name', 200, ['GetItem', 'GetItem', ...effects], async (tenant) => ({
      ...(await ofVerified(tenant)),
      body: { last_name: 'Byron' },
    })),
    aCase('of nothing', 200, ['GetItem', 'GetItem'], async (tenant) => ({
      ...(await ofPerson(tenant)),
      body: { first_name: 'Ada' },
    })),
    aCase('of a closed business', 409, ['GetItem', 'GetItem'], async (tenant) => ({
      ...(await ofClosed(tenant)),
      body: { title: 'Chair' },
    })),
  ],
  'persons.remove': [
    aCase(
      'that exists',
      204,
      ['GetItem', 'GetItem', 'TransactWriteItems'],
      (tenant) => ofPerson(tenant),
      {
        afterwards: 404,
      },
    ),
    aCase(
      'who represents a verified business',
      204,
      ['GetItem', 'GetItem', ...effects],
      ofVerified,
      {
        afterwards: 404,
      },
    ),
    aCase('of a closed business', 409, ['GetItem', 'GetItem'], ofClosed),
  ],
} satisfies Record<string, readonly Case[]>;
