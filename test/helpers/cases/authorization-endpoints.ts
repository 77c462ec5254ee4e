import { purchase } from '../examples/cards.ts';
import {
  anAuthorizationEndpoint,
  endpointBody,
  withoutEndpoint,
} from '../fixtures/authorization-endpoints.ts';
import { aCardToSpend } from '../fixtures/cards.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aCase, again, type Case } from './case.ts';

type Status = 'enabled' | 'disabled' | 'deleted';

const thatIs =
  (status: Status = 'enabled', body?: object) =>
  async (tenant: Tenant) => ({
    params: {
      authorization_endpoint_id: String((await anAuthorizationEndpoint(tenant, {}, status)).id),
    },
    ...(body && { body }),
  });

const changed = ['BatchGetItem', 'TransactWriteItems'];

const acting = (action: string, before: Status, asks: readonly string[] = changed): Case[] => [
  aCase('where it is allowed', 200, asks, thatIs(before)),
  aCase('again with the same key', 200, ['BatchGetItem', 'BatchGetItem'], async (tenant) => {
    const said = await thatIs(before)(tenant);
    return again(
      tenant,
      `/authorization-endpoints/${said.params.authorization_endpoint_id}/${action}`,
      said,
    );
  }),
  aCase('of one that is deleted', 404, ['BatchGetItem', 'GetItem'], thatIs('deleted')),
];

const notAllowed = (before: Status): Case =>
  aCase('where it is not allowed', 409, ['BatchGetItem', 'GetItem'], thatIs(before));

const creating = async (tenant: Tenant) => {
  await withoutEndpoint(tenant);
  return { body: endpointBody() };
};

const asking = async (tenant: Tenant) => {
  await anAuthorizationEndpoint(tenant);
  return { params: { card_id: (await aCardToSpend(tenant)).id }, body: purchase };
};

/** Creating, reading, changing, testing and deleting the endpoint of an account. */
export const authorizationEndpointCases = {
  'authorization-endpoints.create': [
    aCase('where there is none', 201, ['Encrypt', 'TransactWriteItems'], creating),
    aCase(
      'again with the same key',
      201,
      ['Encrypt', 'TransactWriteItems', 'BatchGetItem'],
      async (tenant) => again(tenant, '/authorization-endpoints', await creating(tenant)),
    ),
    aCase(
      'where there is one',
      409,
      ['Encrypt', 'TransactWriteItems', 'GetItem'],
      async (tenant) => {
        await anAuthorizationEndpoint(tenant);
        return { body: endpointBody() };
      },
    ),
    aCase('at an address that is not allowed', 400, ['GetItem'], () => ({
      body: endpointBody({ url: 'https://10.0.0.1/authorize' }),
    })),
  ],
  'authorization-endpoints.list': [
    aCase('of one', 200, ['BatchGetItem'], async (tenant) => {
      await anAuthorizationEndpoint(tenant);
      return {};
    }),
    aCase('of none', 200, ['BatchGetItem'], async (tenant) => {
      await withoutEndpoint(tenant);
      return {};
    }),
  ],
  'authorization-endpoints.get': [
    aCase('that exists', 200, ['BatchGetItem'], thatIs()),
    aCase('that is deleted', 404, ['BatchGetItem'], thatIs('deleted')),
  ],
  'authorization-endpoints.update': [
    aCase('of one field', 200, changed, thatIs('enabled', { timeout_ms: 800 })),
    aCase('of nothing', 200, ['BatchGetItem'], thatIs('enabled', { timeout_ms: null })),
  ],
  'authorization-endpoints.delete': [
    aCase('that exists', 204, changed, thatIs(), { afterwards: 404 }),
    aCase('that is deleted already', 404, ['BatchGetItem'], thatIs('deleted')),
  ],
  'authorization-endpoints.enable': [...acting('enable', 'disabled'), notAllowed('enabled')],
  'authorization-endpoints.disable': [...acting('disable', 'enabled'), notAllowed('disabled')],
  'authorization-endpoints.rotate': acting('rotate-secret', 'enabled', [
    'BatchGetItem',
    'Encrypt',
    'TransactWriteItems',
  ]),
  'authorization-endpoints.test': [
    aCase('that answers', 200, ['BatchGetItem', 'Decrypt'], thatIs()),
    aCase('that is deleted', 404, ['BatchGetItem'], thatIs('deleted')),
  ],
} satisfies Record<string, readonly Case[]>;

/** Three round trips besides the question: in the second one the turn to ask is taken. */
const askedOnce = [
  'BatchGetItem',
  'BatchGetItem + Decrypt + TransactWriteItems',
  'TransactWriteItems',
];

/** An amount that the business is asked about. */
export const askedAboutCases: readonly Case[] = [
  aCase('that the business approves', 200, askedOnce, asking),
  aCase(
    'that its fallback approves',
    200,
    [...askedOnce.slice(0, 2), 'TransactWriteItems + TransactWriteItems'],
    async (tenant) => {
      await anAuthorizationEndpoint(tenant, {
        url: endpointBody().url.replace('/approve', '/failing'),
      });
      return { params: { card_id: (await aCardToSpend(tenant)).id }, body: purchase };
    },
  ),
];
