import { aCustomer } from '../fixtures/customers.ts';
import { aDocument } from '../fixtures/documents.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aSubmittedVerification, aVerification } from '../fixtures/verifications.ts';

const onSubmitted = (method: string, path: (id: string) => string, body?: object) => ({
  action_not_allowed: async (tenant: Tenant) => {
    const { id } = await aSubmittedVerification(tenant);
    return { method, path: path(id), body };
  },
});

const another = (customerId: string, body: object = {}) => ({
  method: 'POST',
  path: `/customers/${customerId}/verifications`,
  body: { level: 'standard', ...body },
});

/** What provokes the refusals of verifications. */
export const verificationErrors = {
  'verifications.create': {
    document_not_found: async (tenant: Tenant) => {
      const { id } = await aCustomer(tenant);
      return another(id, { document_ids: [(await aDocument(tenant)).id] });
    },
    action_not_allowed: async (tenant: Tenant) => another((await aCustomer(tenant, undefined, 'closed')).id),
    verification_already_open: async (tenant: Tenant) => another((await aVerification(tenant)).customer_id),
  },
  'verifications.update': {
    ...onSubmitted('PATCH', (id) => `/verifications/${id}`, { document_ids: [] }),
    document_not_found: async (tenant: Tenant) => {
      const { id } = await aVerification(tenant);
      const body = { document_ids: [(await aDocument(tenant)).id] };
      return { method: 'PATCH', path: `/verifications/${id}`, body };
    },
  },
  'verifications.submit': {
    ...onSubmitted('POST', (id) => `/verifications/${id}/submit`),
    verification_requirements_due: async (tenant: Tenant) => {
      const { id } = await aVerification(tenant);
      return { method: 'POST', path: `/verifications/${id}/submit` };
    },
  },
  'verifications.cancel': onSubmitted('POST', (id) => `/verifications/${id}/cancel`),
  'simulations.verification': {
    action_not_allowed: async (tenant: Tenant) => {
      const { id } = await aVerification(tenant);
      return { method: 'POST', path: `/simulations/verifications/${id}`, body: { outcome: 'verified' } };
    },
  },
};
