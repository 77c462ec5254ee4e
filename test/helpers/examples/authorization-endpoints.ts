import {
  anAuthorizationEndpoint,
  endpointBody,
  withoutEndpoint,
} from '../fixtures/authorization-endpoints.ts';
import type { Tenant } from '../fixtures/tenants.ts';

const named = async (tenant: Tenant, status: 'enabled' | 'disabled' = 'enabled') => ({
  params: {
    authorization_endpoint_id: String((await anAuthorizationEndpoint(tenant, {}, status)).id),
  },
});

const acting = (status: 'enabled' | 'disabled') => async (tenant: Tenant) => ({
  ...(await named(tenant, status)),
  body: { reason: 'As the operators asked' },
  otherBody: { reason: 'As the customers asked' },
});

/** Valid requests of the routes of authorization endpoints. */
export const authorizationEndpointExamples = {
  'authorization-endpoints.create': async (tenant: Tenant) => {
    await withoutEndpoint(tenant);
    return { body: endpointBody(), otherBody: endpointBody({ timeout_ms: 800 }) };
  },
  'authorization-endpoints.list': async (tenant: Tenant) => {
    await anAuthorizationEndpoint(tenant);
    return { query: { limit: 1 } };
  },
  'authorization-endpoints.get': (tenant: Tenant) => named(tenant),
  'authorization-endpoints.update': async (tenant: Tenant) => ({
    ...(await named(tenant)),
    body: { timeout_ms: 800, fallback: null },
  }),
  'authorization-endpoints.delete': (tenant: Tenant) => named(tenant),
  'authorization-endpoints.enable': acting('disabled'),
  'authorization-endpoints.disable': acting('enabled'),
  'authorization-endpoints.rotate': async (tenant: Tenant) => ({
    ...(await named(tenant)),
    body: { grace_seconds: 3_600 },
    otherBody: { grace_seconds: 0 },
  }),
  'authorization-endpoints.test': async (tenant: Tenant) => ({
    ...(await named(tenant)),
    body: { amount: 4_250, currency: 'USD' },
    otherBody: {},
  }),
};
