import { randomUUID } from 'node:crypto';
import type { CallingBusiness } from '../calling-business.ts';
import type { Case } from '../route-cases.ts';
import { aCustomer } from './customers.ts';

/** A customer after these actions, named by the path parameter that its routes take. */
const aMovedCustomer = async (business: CallingBusiness, actions: readonly string[], more: object = {}) => {
  const { id } = await aCustomer(business, more);
  for (const action of actions) await business.call({ method: 'POST', path: `/customers/${id}/${action}` });
  return { params: { customer_id: id } };
};

/** Changing customers. */
const changing = {
  'customers.update': [
    {
      name: 'of one field',
      arrange: async (business) => ({ ...(await aMovedCustomer(business, [])), body: { email: 'ada@example.com' } }),
      status: 200,
      asks: ['GetItem', 'TransactWriteItems'],
      units: 12,
    },
    {
      name: 'of tax id and external_id',
      arrange: async (business) => ({
        ...(await aMovedCustomer(business, [], { external_id: randomUUID() })),
        body: { tax_id: '987-65-4321', external_id: randomUUID() },
      }),
      status: 200,
      asks: ['GetItem', 'Encrypt', 'TransactWriteItems'],
      units: 15,
    },
    {
      name: 'of nothing',
      arrange: async (business) => ({ ...(await aMovedCustomer(business, [])), body: { first_name: 'Ada' } }),
      status: 200,
      asks: ['GetItem'],
      units: 1,
    },
    {
      name: 'of an older version',
      arrange: async (business) => ({
        ...(await aMovedCustomer(business, ['suspend'])),
        body: { email: 'ada@example.com' },
        headers: { 'if-match': '"1"' },
      }),
      status: 412,
      asks: ['GetItem'],
      units: 1,
    },
    {
      name: 'of a closed customer',
      arrange: async (business) => ({ ...(await aMovedCustomer(business, ['close'])), body: { email: null } }),
      status: 409,
      asks: ['GetItem'],
      units: 1,
    },
  ],
} satisfies Record<string, readonly Case[]>;

/** An action: done, replayed, refused, and on nobody. */
const acting = (action: string, before: readonly string[], figures: Readonly<Record<string, number>>): Case[] => [
  {
    name: 'where it is allowed',
    arrange: (business) => aMovedCustomer(business, before, { external_id: randomUUID() }),
    status: 200,
    asks: ['BatchGetItem', 'TransactWriteItems'],
    units: figures.done ?? 0,
  },
  {
    name: 'again with the same key',
    arrange: async (business) => {
      const said = { ...(await aMovedCustomer(business, before)), headers: { 'idempotency-key': randomUUID() } };
      const path = `/customers/${said.params.customer_id}/${action}`;
      await business.call({ method: 'POST', path, headers: said.headers });
      return said;
    },
    status: 200,
    asks: ['BatchGetItem'],
    units: figures.replayed ?? 0,
  },
  {
    name: 'where it is not allowed',
    arrange: (business) => aMovedCustomer(business, ['close']),
    status: 409,
    asks: ['BatchGetItem', 'GetItem'],
    units: figures.refused ?? 0,
  },
  {
    name: 'of nobody',
    arrange: () => ({ params: { customer_id: 'cus_01h455vb4pex5vsknk084sn02q' } }),
    status: 404,
    asks: ['BatchGetItem', 'GetItem'],
    units: figures.refused ?? 0,
  },
];

/** Changing and moving customers. */
export const customerMoveCases = {
  ...changing,
  'customers.suspend': acting('suspend', [], { done: 14, replayed: 2, refused: 3 }),
  'customers.reactivate': acting('reactivate', ['suspend'], { done: 16, replayed: 2, refused: 3 }),
  'customers.close': acting('close', [], { done: 16, replayed: 2, refused: 3 }),
} satisfies Record<string, readonly Case[]>;
