import * as z from 'zod/mini';
import { Timestamp } from '../../core/fields.ts';
import { datedQuery, filteredQuery } from '../../core/list-query.ts';
import { builders, reviewers, routesOf } from '../../core/resource-routes.ts';
import { route } from '../../core/route.ts';
import { CustomerId } from '../customers/schema.ts';
import { DocumentCreate, DocumentResource } from './schema.ts';

const ofCustomer = z.object({ customer_id: CustomerId });
const document = routesOf('document', DocumentResource);

export const createDocument = document.create({
  path: '/customers/{customer_id}/documents',
  summary: 'Create a document and get the link for its upload',
  description:
    'The bytes go straight to storage: `PUT` them to `upload.url` with `upload.headers` within 15 minutes. A link works once, for exactly that length and type; GET the document for a new link. A document that is not uploaded within 7 days expires.',
  params: ofCustomer,
  body: DocumentCreate,
  errors: ['customer_not_found', 'person_not_found', 'action_not_allowed'],
  permissions: {
    resources: ['batch', 'get', 'put', 'check'],
    outbox: ['put'],
    documents: ['upload'],
  },
  idempotency: 'refreshed',
  retry: 'reads_record_first',
});

export const listDocuments = document.list({
  path: '/customers/{customer_id}/documents',
  summary: 'List the documents of a customer, newest first',
  description: '`upload` is null here: GET one document for its link.',
  params: ofCustomer,
  query: z.strictObject(datedQuery),
  errors: ['customer_not_found'],
  permissions: { resources: ['get', 'batch'], 'resources/by_parent': ['query'] },
});

export const listAllDocuments = document.list({
  id: 'documents.list-all',
  summary: 'List documents, newest first',
  description:
    'Those of all customers, or of one. `upload` is null here: GET one document for its link.',
  query: z.strictObject({
    ...filteredQuery(),
    customer_id: z.optional(CustomerId),
    status: z.optional(DocumentResource.shape.status),
  }),
  permissions: {
    resources: ['query', 'batch'],
    'resources/by_parent': ['query'],
    'resources/by_status': ['query'],
  },
});

export const getDocument = document.get({
  summary: 'Get a document, with a new link while the upload is missing',
  parts: { upload: { scope: 'documents:write', roles: builders } },
  description:
    '`status` says whether the bytes arrived and were accepted. `upload` is null for a key without `documents:write`.',
  permissions: { resources: ['get'], documents: ['upload', 'find'] },
});

export const downloadDocument = route({
  id: 'documents.download',
  method: 'GET',
  path: '/documents/{document_id}/download',
  summary: 'Get a link to the bytes of a document that were inspected',
  params: document.params,
  returns: {
    status: 200,
    body: z
      .object({
        url: z.string().check(
          z.meta({
            description: 'Anybody who has it can see the document; it is valid for 5 minutes.',
          }),
        ),
        expires_at: Timestamp,
      })
      .check(z.meta({ id: 'Download' })),
  },
  errors: ['document_not_found', 'action_not_allowed'],
  permissions: { resources: ['get'], documents: ['read_version'] },
  reachable: ['dashboard'],
  roles: reviewers,
});
