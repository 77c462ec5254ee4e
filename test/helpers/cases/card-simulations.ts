import { randomUUID } from 'node:crypto';
import type { Card } from '../../../functions/cards/model.ts';
import { purchase } from '../examples/card-simulations.ts';
import { aCard, aCardholder, aCardToSpend, aStoredCard, aStoredParcel } from '../fixtures/cards.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import type { Case, Said } from '../route-cases.ts';

const nothing = { card_id: 'card_01h455vb4pex5vsknk084sn02q' };
const done = ['BatchGetItem', 'TransactWriteItems'];
const refused = ['BatchGetItem', 'GetItem'];
const spent = ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'];
const step = { status: 'submitted' };

/** Limits that only another feature allows. */
const more: Pick<Card, 'spending_controls'> = {
  spending_controls: { ...aCard().spending_controls, limits: [{ amount: 5_000_000, interval: 'daily' }] },
};

const ordered = async (tenant: Tenant) => ({ params: { card_id: (await aStoredParcel(tenant)).id }, body: step });
const spending = async (tenant: Tenant) => ({ params: { card_id: (await aCardToSpend(tenant)).id }, body: purchase });

/** The call once it has been made. */
const again = async (tenant: Tenant, said: Said, end: string): Promise<Said> => {
  const headers = { 'idempotency-key': randomUUID() };
  const path = `/simulations/cards/${said.params?.card_id}/${end}`;
  await tenant.call({ method: 'POST', path, headers, body: said.body });
  return { ...said, headers };
};

/** Moving parcels and spending. */
export const cardSimulationCases = {
  'simulations.shipping': [
    { name: 'of a new order', arrange: ordered, status: 200, asks: done },
    {
      name: 'again with the same key',
      arrange: async (tenant) => again(tenant, await ordered(tenant), 'shipping'),
      status: 200,
      asks: ['BatchGetItem'],
    },
    {
      name: 'of a virtual card',
      arrange: async (tenant) => ({ ...(await spending(tenant)), body: step }),
      status: 409,
      asks: refused,
    },
    { name: 'of no card', arrange: () => ({ params: nothing, body: step }), status: 404, asks: refused },
  ],
  'simulations.authorization': [
    { name: 'for the first time', arrange: spending, status: 200, asks: spent },
    {
      name: 'once more',
      arrange: async (tenant) => {
        const said = await spending(tenant);
        await again(tenant, said, 'authorize');
        return said;
      },
      status: 200,
      asks: spent,
    },
    {
      name: 'of a replacement',
      arrange: async (tenant) => {
        const { params, body } = await spending(tenant);
        return { params: { card_id: (await aCardToSpend(tenant, { counted_with: params.card_id })).id }, body };
      },
      status: 200,
      asks: spent,
    },
    {
      name: 'of a card that another feature allows more',
      arrange: async (tenant) => {
        const { id: customer_id } = await aCardholder(tenant, ['virtual_cards', 'higher_limits']);
        return { params: { card_id: (await aStoredCard(tenant, { customer_id, ...more })).id }, body: purchase };
      },
      status: 200,
      asks: spent,
    },
    {
      name: 'that is declined',
      arrange: async (tenant) => ({
        params: { card_id: (await aCardToSpend(tenant, { state: 'frozen' })).id },
        body: purchase,
      }),
      status: 200,
      asks: spent,
    },
    {
      name: 'again with the same key',
      arrange: async (tenant) => again(tenant, await spending(tenant), 'authorize'),
      status: 200,
      asks: ['BatchGetItem'],
    },
    { name: 'of no card', arrange: () => ({ params: nothing, body: purchase }), status: 404, asks: refused },
  ],
} satisfies Record<string, readonly Case[]>;
