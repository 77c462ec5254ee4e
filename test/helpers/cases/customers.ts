import { randomUUID } from 'node:crypto';
import type { Customer } from '../../../functions/identity/customers/model.ts';
import { aCustomer, aStoredCustomer } from '../fixtures/customers.ts';
import { anActiveFeature } from '../fixtures/features.ts';
import { aConfirmedScreening } from '../fixtures/screenings.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aVerification } from '../fixtures/verifications.ts';
import type { Any } from '../printed-document.ts';
import { aCase, again, type Case } from './case.ts';

/** The least that makes a customer. */
const least = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' };

/**
 * The things that the store of customers alone does not make. They are a tax id that KMS has
 * encrypted, the job that brings a suspended customer's cards into line, and the marker of an
 * external_id that was given up.
 */
const needsCalls = (more: object, status: Customer['status']): boolean =>
  'tax_id' in more || status === 'suspended' || ('external_id' in more && status === 'closed');

/** A customer with no more than what a case is about, so that its cost is the case's own; it may have no event. */
export const aPlainCustomer = (
  tenant: Tenant,
  more: object = {},
  status: Customer['status'] = 'active',
): Promise<Any> =>
  needsCalls(more, status)
    ? aCustomer(tenant, { ...least, ...more }, status)
    : aStoredCustomer(tenant, { ...least, ...more }, { status });

/** One with the event of its creation. */
export const aCreatedCustomer = (tenant: Tenant): Promise<Any> => aCustomer(tenant, least);

/** A key that has created a customer. */
export const aUsedKey = async (tenant: Tenant) =>
  (await again(tenant, '/customers', { body: least })).headers;

const full = () => ({
  ...least,
  email: 'ada@example.com',
  external_id: randomUUID(),
  tax_id: '123-45-6789',
});

/** Creating, reading and changing customers. */
export const customerCases = {
  'customers.create': [
    aCase('with the least there is', 201, ['TransactWriteItems'], () => ({ body: least })),
    aCase(
      'with e-mail, external_id and tax id',
      201,
      ['Encrypt + GenerateMac', 'TransactWriteItems'],
      () => ({
        body: full(),
      }),
    ),
    aCase('again with the same key', 201, ['TransactWriteItems'], async (tenant) => ({
      body: least,
      headers: await aUsedKey(tenant),
    })),
    aCase(
      'again with another body',
      422,
      ['Encrypt + GenerateMac', 'TransactWriteItems'],
      async (tenant) => ({
        body: full(),
        headers: await aUsedKey(tenant),
      }),
    ),
    aCase(
      'with an external_id that is taken',
      409,
      ['TransactWriteItems', 'GetItem'],
      async (tenant) => {
        const { external_id } = await aPlainCustomer(tenant, { external_id: randomUUID() });
        return { body: { ...least, external_id } };
      },
    ),
    aCase('with a body that is not valid', 400, [], () => ({ body: {} })),
  ],
  'customers.get': [
    aCase('that exists', 200, ['GetItem'], async (tenant) => ({
      params: { customer_id: (await aPlainCustomer(tenant)).id },
    })),
    aCase('that the caller has already', 304, ['GetItem'], async (tenant) => {
      const { id } = await aPlainCustomer(tenant);
      return { params: { customer_id: id }, headers: { 'if-none-match': '"1"' } };
    }),
    aCase('by an id that is none', 404, [], () => ({ params: { customer_id: 'nobody' } })),
  ],
  'customers.list': [
    aCase('all', 200, ['Query'], async (tenant) => {
      await aPlainCustomer(tenant);
      return {};
    }),
    aCase('by status', 200, ['Query + Query + Query + Query', 'BatchGetItem'], async (tenant) => {
      await aPlainCustomer(tenant);
      return { query: [['status', 'active']] };
    }),
    aCase('by verification', 200, ['Query + Query + Query', 'BatchGetItem'], async (tenant) => {
      await aPlainCustomer(tenant);
      return { query: [['verification_status', 'unverified']] };
    }),
    aCase('by both', 200, ['Query', 'BatchGetItem'], async (tenant) => {
      await aPlainCustomer(tenant);
      return {
        query: [
          ['status', 'active'],
          ['verification_status', 'unverified'],
        ],
      };
    }),
    aCase('by e-mail', 200, ['Query', 'BatchGetItem'], async (tenant) => {
      await aPlainCustomer(tenant, { email: 'ada@example.com' });
      return { query: [['email', 'ADA@example.com']] };
    }),
    aCase('by an e-mail that nobody has', 200, ['Query'], () => ({
      query: [['email', 'nobody@example.com']],
    })),
    // Those whose name begins so, and those on either side.
    aCase(
      'by a word of the name',
      200,
      ['Query', 'Query', 'Query', 'BatchGetItem'],
      async (tenant) => {
        await aPlainCustomer(tenant);
        return { query: [['name', 'ada']] };
      },
    ),
    aCase('by a name that nobody has', 200, ['Query', 'Query', 'Query'], () => ({
      query: [['name', 'nobody']],
    })),
    aCase('by a name without a letter', 400, [], () => ({ query: [['name', '–!']] })),
    aCase('by ids', 200, ['BatchGetItem'], async (tenant) => ({
      query: [['ids', `${(await aPlainCustomer(tenant)).id},cus_00000000000000000000000000`]],
    })),
    aCase('by ids of which one is none', 400, [], () => ({
      query: [['ids', 'cus_00000000000000000000000000,nobody']],
    })),
    // The one that has it, and those that had it until they were closed.
    aCase('by external_id', 200, ['GetItem', 'GetItem + Query'], async (tenant) => {
      const { external_id } = await aPlainCustomer(tenant, { external_id: randomUUID() });
      return { query: [['external_id', external_id]] };
    }),
    aCase(
      'by an external_id that only a closed one had',
      200,
      ['GetItem', 'Query', 'BatchGetItem'],
      async (tenant) => {
        const { external_id } = await aPlainCustomer(
          tenant,
          { external_id: randomUUID() },
          'closed',
        );
        return { query: [['external_id', external_id]] };
      },
    ),
    aCase('by an external_id that nobody has', 200, ['GetItem', 'Query'], () => ({
      query: [['external_id', 'nobody']],
    })),
  ],
} satisfies Record<string, readonly Case[]>;

/** The path parameters of a customer in this status. */
const aCustomerIn = async (tenant: Tenant, status: Customer['status'], more: object = {}) => ({
  params: { customer_id: String((await aPlainCustomer(tenant, more, status)).id) },
});

const updates: readonly Case[] = [
  aCase('of one field', 200, ['GetItem', 'TransactWriteItems'], async (tenant) => ({
    ...(await aCustomerIn(tenant, 'active')),
    body: { email: 'ada@example.com' },
  })),
  aCase('of the external_id', 200, ['GetItem', 'TransactWriteItems'], async (tenant) => ({
    ...(await aCustomerIn(tenant, 'active', { external_id: randomUUID() })),
    body: { external_id: randomUUID() },
  })),
  aCase(
    'of the tax id',
    200,
    ['GetItem', 'Encrypt + GenerateMac', 'TransactWriteItems'],
    async (tenant) => ({
      ...(await aCustomerIn(tenant, 'active')),
      body: { tax_id: '987-65-4321' },
    }),
  ),
  aCase(
    'of one tax id to another',
    200,
    ['GetItem', 'GenerateMac', 'Encrypt', 'TransactWriteItems'],
    async (tenant) => ({
      ...(await aCustomerIn(tenant, 'active', { tax_id: '123-45-6789' })),
      body: { tax_id: '987-65-4321' },
    }),
  ),
  aCase('of a tax id to itself', 200, ['GetItem', 'GenerateMac'], async (tenant) => ({
    ...(await aCustomerIn(tenant, 'active', { tax_id: '123-45-6789' })),
    body: { tax_id: '123-45-6789' },
  })),
  aCase(
    'of a verified name',
    200,
    ['GetItem', 'BatchGetItem', 'Query', 'TransactWriteItems'],
    async (tenant) => ({
      params: { customer_id: String((await anActiveFeature(tenant)).customer_id) },
      body: { last_name: 'King' },
    }),
  ),
  aCase('of nothing', 200, ['GetItem'], async (tenant) => ({
    ...(await aCustomerIn(tenant, 'active')),
    body: { first_name: 'Ada' },
  })),
  aCase('of a closed customer', 409, ['GetItem'], async (tenant) => ({
    ...(await aCustomerIn(tenant, 'closed')),
    body: { email: null },
  })),
];

const notThere = (asks = ['BatchGetItem']) =>
  aCase('of nobody', 404, [...asks, 'GetItem'], () => ({
    params: { customer_id: 'cus_01h455vb4pex5vsknk084sn02q' },
  }));
const ofNobody = notThere();

/** The customer with all that depends on it, and at once which of its screenings are confirmed. */
const withScreenings = 'BatchGetItem + Query';

/** An action: done, repeated, rejected, and on nobody. `more` is read where it is allowed. */
const acting = (
  action: string,
  before: Customer['status'],
  asks = ['BatchGetItem'],
  more: readonly string[] = [],
): Case[] => [
  aCase('where it is allowed', 200, [...asks, ...more, 'TransactWriteItems'], (tenant) =>
    aCustomerIn(tenant, before, { external_id: randomUUID() }),
  ),
  aCase('again with the same key', 200, asks, async (tenant) => {
    const said = await aCustomerIn(tenant, before);
    return again(tenant, `/customers/${said.params.customer_id}/${action}`, said);
  }),
  aCase('where it is not allowed', 409, [...asks, 'GetItem'], (tenant) =>
    aCustomerIn(tenant, 'closed'),
  ),
  notThere(asks),
];

/** A redaction: started, rejected, and of nobody. */
const redacting: readonly Case[] = [
  aCase('of a closed customer', 202, ['BatchGetItem', 'TransactWriteItems'], (tenant) =>
    aCustomerIn(tenant, 'closed', { external_id: randomUUID() }),
  ),
  aCase('of one that is not closed', 409, ['BatchGetItem', 'GetItem'], (tenant) =>
    aCustomerIn(tenant, 'suspended'),
  ),
  ofNobody,
];

/** Updates of customers and their transitions. */
export const customerTransitionCases = {
  'customers.update': updates,
  'customers.suspend': acting('suspend', 'active'),
  'customers.reactivate': [
    ...acting('reactivate', 'suspended', [withScreenings], ['BatchGetItem']),
    aCase(
      'of somebody who was confirmed to be on a list',
      409,
      [withScreenings, 'BatchGetItem', 'BatchGetItem', 'GetItem'],
      async (tenant) => {
        const said = await aCustomerIn(tenant, 'suspended');
        await aConfirmedScreening(tenant, said.params.customer_id);
        return said;
      },
    ),
  ],
  'customers.redact': redacting,
  'customers.close': [
    ...acting('close', 'active'),
    aCase(
      'with an open verification',
      200,
      ['BatchGetItem', 'GetItem', 'TransactWriteItems'],
      async (tenant) => ({
        params: { customer_id: String((await aVerification(tenant)).customer_id) },
      }),
    ),
  ],
} satisfies Record<string, readonly Case[]>;
