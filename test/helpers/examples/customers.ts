import { aStoredCustomer, aVerifiedCustomer, individual } from '../fixtures/customers.ts';
import { accepted, aDocument, documentBody } from '../fixtures/documents.ts';
import { anActiveFeature } from '../fixtures/features.ts';
import { aCompany, addedPerson, personBody } from '../fixtures/persons.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import {
  aReadyVerification,
  aSubmittedVerification,
  attestation,
  aVerification,
} from '../fixtures/verifications.ts';

const documentNamed = async (tenant: Tenant) => ({
  params: { document_id: String((await aDocument(tenant)).id) },
});

/** Valid requests of the routes of documents. */
export const documentExamples = {
  'documents.create': async (tenant: Tenant) => ({
    params: { customer_id: String((await aStoredCustomer(tenant)).id) },
    body: documentBody({ side: 'front', file_name: 'passport.jpg', person_id: null }),
    otherBody: documentBody({ size_bytes: 482_312 }),
  }),
  'documents.list': async (tenant: Tenant) => ({
    params: { customer_id: String((await aDocument(tenant)).customer_id) },
    query: { limit: 10, created_after: '2026-01-01T00:00:00Z' },
  }),
  'documents.list-all': async (tenant: Tenant) => {
    const { customer_id } = await aDocument(tenant);
    const query = {
      customer_id: String(customer_id),
      status: 'awaiting_upload',
      limit: 10,
    } as const;
    return { query: { ...query, created_after: '2026-01-01T00:00:00Z' } };
  },
  'documents.get': documentNamed,
  'simulations.document': async (tenant: Tenant) => ({
    ...(await documentNamed(tenant)),
    body: { outcome: 'rejected' as const, reason: 'unreadable' as const },
    otherBody: { outcome: 'accepted' as const },
  }),
};

const personNamed = async (tenant: Tenant) => ({
  params: { person_id: String((await addedPerson(tenant)).id) },
});

/** Valid requests of the routes of persons. */
export const personExamples = {
  'persons.create': async (tenant: Tenant) => ({
    params: { customer_id: String((await aCompany(tenant)).id) },
    body: personBody({
      roles: ['representative', 'owner'],
      ownership_percent: 33.33,
      tax_id: '123-45-6789',
    }),
    otherBody: personBody({ roles: ['director'] }),
  }),
  'persons.list': async (tenant: Tenant) => ({
    params: { customer_id: String((await addedPerson(tenant)).customer_id) },
    query: { limit: 10 },
  }),
  'persons.get': personNamed,
  'persons.update': async (tenant: Tenant) => ({
    ...(await personNamed(tenant)),
    body: { title: 'Managing director', roles: ['controller' as const], address: null },
  }),
  'persons.remove': personNamed,
};

const feature = 'virtual_cards' as const;
const ofCustomer = async (tenant: Tenant) => ({
  params: { customer_id: String((await aStoredCustomer(tenant)).id), feature },
});

/** Valid requests of the routes of features. */
export const featureExamples = {
  'features.list': async () => ({ query: { limit: 2 } }),
  'customer-features.list': async (tenant: Tenant) => ({
    params: { customer_id: String((await aStoredCustomer(tenant)).id) },
    query: { limit: 2 },
  }),
  'customer-features.get': ofCustomer,
  'customer-features.activate': async (tenant: Tenant) => ({
    params: { customer_id: String((await aVerifiedCustomer(tenant)).id), feature },
    body: {},
    otherBody: { dry_run: true },
  }),
  'customer-features.deactivate': async (tenant: Tenant) => ({
    params: { customer_id: String((await anActiveFeature(tenant)).customer_id), feature },
    body: { reason: 'As the customer asked' },
    otherBody: { reason: 'As the police asked' },
  }),
};

const naming = (id: unknown) => ({ params: { verification_id: String(id) } });

/** Valid requests of the routes of verifications. */
export const verificationExamples = {
  'verifications.create': async (tenant: Tenant) => {
    const customer_id = String((await aStoredCustomer(tenant)).id);
    const document_ids = await accepted(tenant, customer_id, ['selfie']);
    return {
      params: { customer_id },
      body: { level: 'standard' as const, document_ids },
      otherBody: { level: 'enhanced' as const },
    };
  },
  'verifications.list': async (tenant: Tenant) => ({
    params: { customer_id: String((await aVerification(tenant)).customer_id) },
    query: { limit: 10, created_after: '2026-01-01T00:00:00Z' },
  }),
  'verifications.list-all': async (tenant: Tenant) => {
    const { customer_id } = await aSubmittedVerification(tenant);
    const query = { customer_id: String(customer_id), status: 'processing', limit: 10 } as const;
    return { query: { ...query, created_after: '2026-01-01T00:00:00Z' } };
  },
  'verifications.get': async (tenant: Tenant) => naming((await aVerification(tenant)).id),
  'verifications.update': async (tenant: Tenant) => {
    const { id, customer_id } = await aVerification(tenant);
    return {
      ...naming(id),
      body: { document_ids: await accepted(tenant, customer_id, ['selfie']) },
    };
  },
  'verifications.submit': async (tenant: Tenant) => ({
    ...naming((await aReadyVerification(tenant)).id),
    body: {},
  }),
  'verifications.cancel': async (tenant: Tenant) => ({
    ...naming((await aVerification(tenant)).id),
    body: {},
  }),
  'verifications.attest': async (tenant: Tenant) => {
    const { id } = await aStoredCustomer(tenant, individual({}));
    const otherBody = attestation({ provider: 'Another Identity Ltd' });
    return { params: { customer_id: id }, body: attestation(), otherBody };
  },
  'simulations.verification': async (tenant: Tenant) => ({
    ...naming((await aSubmittedVerification(tenant)).id),
    body: { outcome: 'requires_input' as const, code: 'document_unreadable' as const },
    otherBody: { outcome: 'verified' as const },
  }),
};
