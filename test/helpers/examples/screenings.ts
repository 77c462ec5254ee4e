import { aStoredScreening } from '../fixtures/screenings.ts';
import type { Tenant } from '../fixtures/tenants.ts';

/** Valid requests of the routes of screenings. */
export const screeningExamples = {
  'screenings.list': async (tenant: Tenant) => ({
    query: {
      limit: 10,
      status: 'open' as const,
      created_after: '2026-01-01T00:00:00Z',
      customer_id: (await aStoredScreening(tenant)).customer_id,
    },
  }),
  'screenings.get': async (tenant: Tenant) => ({
    params: { screening_id: (await aStoredScreening(tenant)).id },
  }),
};
