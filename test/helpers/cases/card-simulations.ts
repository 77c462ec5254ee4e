import { randomUUID } from 'node:crypto';
import type { Card } from '../../../functions/cards/model.ts';
import { purchase } from '../examples/card-simulations.ts';
import { aCard, aCardholder, aCardToSpend, aStoredCard, aStoredParcel } from '../fixtures/cards.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aCase, type Case, type Said } from './case.ts';

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
    aCase('of a new order', 200, done, ordered),
    aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) =>
      again(tenant, await ordered(tenant), 'shipping'),
    ),
    aCase('of a virtual card', 409, refused, async (tenant) => ({ ...(await spending(tenant)), body: step })),
    aCase('of no card', 404, refused, () => ({ params: nothing, body: step })),
  ],
  'simulations.authorization': [
    aCase('for the first time', 200, spent, spending),
    aCase('once more', 200, spent, async (tenant) => {
      const said = await spending(tenant);
      await again(tenant, said, 'authorize');
      return said;
    }),
    aCase('of a replacement', 200, spent, async (tenant) => {
      const { params, body } = await spending(tenant);
      return { params: { card_id: (await aCardToSpend(tenant, { counted_with: params.card_id })).id }, body };
    }),
    aCase('of a card that another feature allows more', 200, spent, async (tenant) => {
      const { id: customer_id } = await aCardholder(tenant, ['virtual_cards', 'higher_limits']);
      return { params: { card_id: (await aStoredCard(tenant, { customer_id, ...more })).id }, body: purchase };
    }),
    aCase('that is declined', 200, spent, async (tenant) => ({
      params: { card_id: (await aCardToSpend(tenant, { state: 'frozen' })).id },
      body: purchase,
    })),
    aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) =>
      again(tenant, await spending(tenant), 'authorize'),
    ),
    aCase('of no card', 404, refused, () => ({ params: nothing, body: purchase })),
  ],
} satisfies Record<string, readonly Case[]>;
