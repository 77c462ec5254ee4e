import * as z from 'zod/mini';
import { CustomerId } from '../customers/schema.ts';
import { listOf, Timestamp } from '../fields.ts';
import { datedQuery, filteredQuery } from '../list-query.ts';
import { route } from '../route.ts';
import { builders, reviewers } from '../route-access.ts';
import { DocumentCreate, DocumentId, DocumentResource, DocumentSimulation } from './schema.ts';

const DocumentList = listOf(DocumentResource, 'DocumentList');
const ofCustomer = z.object({ customer_id: CustomerId });
const params = z.object({ document_id: DocumentId });

export const createDocument = route({
  id: 'documents.create',
  method: 'POST',
  path: '/customers/{customer_id}/documents',
  summary: 'Create a document and get the link for its upload',
  description:
    'The bytes go straight to storage: `PUT` them to `upload.url` with `upload.headers` within 15 minutes. A link works once, for exactly that length and type; GET the document for a new link. A document that is not uploaded within 7 days expires.',
  params: ofCustomer,
  body: DocumentCreate,
  returns: { status: 201, body: DocumentResource },
  errors: ['customer_not_found', 'action_not_allowed'],
  permissions: {
    resources: ['batch', 'get', 'put', 'check'],
    outbox: ['put'],
    idempotency: ['batch', 'get', 'put'],
    documents: ['upload'],
  },
  reachable: ['api', 'dashboard'],
  roles: builders,
  idempotency: 'refreshed',
  retry: 'reads_record_first',
});

export const listDocuments = route({
  id: 'documents.list',
  method: 'GET',
  path: '/customers/{customer_id}/documents',
  summary: 'List the documents of a customer, newest first',
  description: '`upload` is null here: GET one document for its link.',
  params: ofCustomer,
  query: z.strictObject(datedQuery),
  returns: { status: 200, body: DocumentList },
  errors: ['customer_not_found'],
  permissions: { cursorKey: ['mac'], resources: ['get', 'batch'], 'resources/by_parent': ['query'] },
  reachable: ['api', 'dashboard'],
});

export const listAllDocuments = route({
  id: 'documents.list-all',
  method: 'GET',
  path: '/documents',
  summary: 'List documents, newest first',
  description: 'Of all customers, or of one. `upload` is null here: GET one document for its link.',
  query: z.strictObject({
    ...filteredQuery(),
    customer_id: z.optional(CustomerId),
    status: z.optional(DocumentResource.shape.status),
  }),
  returns: { status: 200, body: DocumentList },
  errors: [],
  permissions: {
    cursorKey: ['mac'],
    resources: ['query', 'batch'],
    'resources/by_parent': ['query'],
    'resources/by_status': ['query'],
  },
  reachable: ['api', 'dashboard'],
});

export const getDocument = route({
  id: 'documents.get',
  method: 'GET',
  path: '/documents/{document_id}',
  summary: 'Get a document, with a new link while the upload is missing',
  description: '`status` says whether the bytes arrived and were accepted.',
  params,
  returns: { status: 200, body: DocumentResource },
  errors: ['document_not_found'],
  permissions: { resources: ['get'], documents: ['upload', 'find'] },
  reachable: ['api', 'dashboard'],
});

export const downloadDocument = route({
  id: 'documents.download',
  method: 'GET',
  path: '/documents/{document_id}/download',
  summary: 'Get a link to the bytes of a document that were inspected',
  params,
  returns: {
    status: 200,
    body: z
      .object({
        url: z.string().check(z.meta({ description: 'Whoever has it sees the document; it is good for 5 minutes.' })),
        expires_at: Timestamp,
      })
      .check(z.meta({ id: 'Download' })),
  },
  errors: ['document_not_found', 'action_not_allowed'],
  permissions: { resources: ['get'], documents: ['read_version'] },
  reachable: ['dashboard'],
  roles: reviewers,
});

export const simulateDocument = route({
  id: 'simulations.document',
  method: 'POST',
  path: '/simulations/documents/{document_id}',
  summary: 'Accept or reject a document without its bytes',
  description: 'For a document that waits for its upload or is being inspected. Sandbox only.',
  params,
  body: DocumentSimulation,
  returns: { status: 200, body: DocumentResource },
  errors: ['document_not_found', 'action_not_allowed'],
  permissions: { resources: ['batch', 'put'], outbox: ['put'], idempotency: ['batch', 'get', 'put'] },
  reachable: ['api', 'dashboard'],
  roles: builders,
  idempotency: 'cached',
  retry: 'reads_record_first',
  sandboxOnly: true,
});
