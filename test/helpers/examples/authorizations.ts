import { aStoredAuthorization } from '../fixtures/authorizations.ts';
import type { Tenant } from '../fixtures/tenants.ts';

const naming = async (tenant: Tenant) => ({ params: { authorization_id: (await aStoredAuthorization(tenant)).id } });

/** Valid requests of the routes of authorizations. */
export const authorizationExamples = {
  'authorizations.list': async (tenant: Tenant) => ({
    params: { card_id: (await aStoredAuthorization(tenant)).card_id },
    query: { limit: 10, status: 'pending' as const, approved: true, created_after: '2026-01-01T00:00:00Z' },
  }),
  'authorizations.get': naming,
  'simulations.settlement': async (tenant: Tenant) => ({
    ...(await naming(tenant)),
    body: { status: 'closed' as const, captured_amount: 90 },
    otherBody: { status: 'reversed' as const },
  }),
};
