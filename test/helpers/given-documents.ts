import assert from 'node:assert/strict';
import { individual, type Tenant } from './given.ts';
import { aStoredCustomer } from './given-stored-customers.ts';
import type { Any } from './printed-document.ts';

/** A body that announces a document. */
export const documentBody = (fields: object = {}) => ({
  type: 'passport' as const,
  content_type: 'image/jpeg' as const,
  size_bytes: 482_311,
  ...fields,
});

/** A document as its announcement answers it, of a customer of its own unless one is named. */
export const aDocument = async (
  tenant: Pick<Tenant, 'tenant_id' | 'call' | 'put'>,
  fields: object = {},
  customerId?: string,
): Promise<Any> => {
  const id = customerId ?? (await aStoredCustomer(tenant, individual({}))).id;
  const path = `/customers/${id}/documents`;
  const { status, text, body } = await tenant.call({ method: 'POST', path, body: documentBody(fields) });
  assert.equal(status, 201, text);
  return body;
};

/** A document that a simulation has decided over. */
export const aDecidedDocument = async (
  tenant: Pick<Tenant, 'tenant_id' | 'call' | 'put'>,
  decision: object = { outcome: 'accepted' },
  fields: object = {},
  customerId?: string,
): Promise<Any> => {
  const { id } = await aDocument(tenant, fields, customerId);
  const path = `/simulations/documents/${id}`;
  const { status, text, body } = await tenant.call({ method: 'POST', path, body: decision });
  assert.equal(status, 200, text);
  return body;
};
