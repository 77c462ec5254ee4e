import { aCardToSpend, aStoredParcel } from '../fixtures/cards.ts';
import type { Tenant } from '../fixtures/tenants.ts';

/** Something to buy. */
export const purchase = { amount: 4_250, currency: 'USD', category: '5411', country: 'US' };

/** Valid requests of the simulations around cards. */
export const cardSimulationExamples = {
  'simulations.shipping': async (tenant: Tenant) => ({
    params: { card_id: (await aStoredParcel(tenant, 'submitted')).id },
    body: { status: 'shipped' as const, tracking_number: 'RR123456785GB' },
    otherBody: { status: 'failed' as const },
  }),
  'simulations.authorization': async (tenant: Tenant) => ({
    params: { card_id: (await aCardToSpend(tenant)).id },
    body: purchase,
    otherBody: { ...purchase, amount: 1 },
  }),
};
