import { ApiError } from '../../core/api-error.ts';
import type { Database, Item, Partition } from '../../core/dynamodb/client.ts';
import type { ItemKey } from '../../core/dynamodb/keys.ts';
import { filteredPage, type Page, type Wanted } from '../../core/dynamodb/list.ts';
import { scheduledTime, scheduleFields } from '../../core/dynamodb/scheduled-work.ts';
import {
  absent,
  nested,
  reading,
  required,
  resourceKeys,
  storedForm,
} from '../../core/dynamodb/stored-form.ts';
import { asRead, isNew, type Write } from '../../core/dynamodb/writes.ts';
import type { Document, InspectedObject } from './model.ts';

/** The key of a document. */
export const documentKey = (tenant: string, id: string): ItemKey => ({
  table: 'resources',
  pk: documentsOfTenant(tenant),
  sk: id,
});

const documentsOfTenant = (tenant: string) => `${tenant}/document`;
const documentsInStatus = (tenant: string, status: string) => `${tenant}/document/${status}`;

/** The partition of a customer's documents. */
export const documentsOfCustomer = (tenant: string, customerId: string) =>
  `${tenant}/${customerId}/document`;

/** The document, or `document_not_found`. */
export const readDocument = async (db: Database, tenant: string, id: string): Promise<Document> => {
  const document = await findDocument(db, tenant, id);
  if (!document) throw new ApiError('document_not_found');
  return document;
};

/** The document, if there is one. */
export const findDocument = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<Document | undefined> => {
  const item = await db.get(documentKey(tenant, id));
  return item && documentOf(item);
};

export type DocumentFilter = {
  readonly customer_id?: string | undefined;
  readonly status?: Document['status'] | undefined;
};

/** One page of the tenant's documents that fit a filter, newest first: an index names them, the table has them. */
export const pageOfDocuments = (
  db: Database,
  tenant: string,
  filter: DocumentFilter,
  wanted: Wanted,
): Promise<Page<Document>> => {
  const { customer_id, status } = filter;
  const listed = {
    own: { table: 'resources', partition: documentsOfTenant(tenant) },
    partitions: partitionsOf(tenant, filter),
    filter: customer_id !== undefined && status !== undefined ? { status } : undefined,
    keyOf: ({ sk }: Item) => documentKey(tenant, String(sk)),
    read: documentOf,
    fits: (one: Document) => status === undefined || one.status === status,
  } as const;
  return filteredPage(db, listed, wanted);
};

/** Where an index lists the documents that fit a filter; undefined where nothing is filtered. */
const partitionsOf = (
  tenant: string,
  { customer_id, status }: DocumentFilter,
): Partition | undefined => {
  const table = 'resources';
  if (customer_id !== undefined)
    return { table, index: 'by_parent', partition: documentsOfCustomer(tenant, customer_id) };
  return status && { table, index: 'by_status', partition: documentsInStatus(tenant, status) };
};

/** Puts a document: a new one under its id, a changed one only over the version that was read. */
export const saveDocument = (document: Document, read?: Document): Write => {
  const { scheduled_at, ...stored } = document;
  const { tenant_id: tenant, customer_id, id, status } = document;
  const key = documentKey(tenant, id);
  const item = {
    ...stored,
    status_key: documentsInStatus(tenant, status),
    parent_key: documentsOfCustomer(tenant, customer_id),
    ...scheduleFields(key, id, scheduled_at),
  };
  return { kind: 'put', key, item, when: read ? asRead(read.version) : isNew };
};

const inspected = storedForm<InspectedObject>({ version_id: required, sha256: required });

/** How a document is stored. */
const documentForm = storedForm<Document>({
  ...resourceKeys,
  customer_id: required,
  status: required,
  type: required,
  content_type: required,
  size_bytes: required,
  person_id: absent(null),
  side: absent(null),
  file_name: absent(null),
  status_reason: absent(null),
  expires_on: absent(null),
  expiring_for: absent(null),
  scheduled_at: scheduledTime,
  inspected: nested(inspected, absent(null)),
});

/** The document as stored. */
export const documentOf = reading('resources', 'document', documentForm);
