import { ApiError } from '../api-error.ts';
import type { Database, Item, Partition } from '../dynamodb/client.ts';
import { keys, partitions } from '../dynamodb/keys.ts';
import { filteredPage, type Page, type Wanted } from '../dynamodb/list.ts';
import { scheduledAtOf, scheduleFields } from '../dynamodb/scheduled-work.ts';
import { asRead, isNew, type Write } from '../dynamodb/writes.ts';
import type { Document } from './model.ts';

/** The document, or the refusal. */
export const readDocument = async (db: Database, tenant: string, id: string): Promise<Document> => {
  const document = await findDocument(db, tenant, id);
  if (!document) throw new ApiError('document_not_found');
  return document;
};

/** The document, if there is one. */
export const findDocument = async (db: Database, tenant: string, id: string): Promise<Document | undefined> => {
  const item = await db.get(keys.document(tenant, id));
  return item && documentOf(item);
};

export type DocumentFilter = {
  readonly customer_id?: string | undefined;
  readonly status?: Document['status'] | undefined;
};

/** One page of the tenant's documents that fit a filter, newest first: an index says which, the table says what they are. */
export const pageOfDocuments = (
  db: Database,
  tenant: string,
  filter: DocumentFilter,
  wanted: Wanted,
): Promise<Page<Document>> => {
  const { customer_id, status } = filter;
  const listed = {
    own: { table: 'resources', partition: partitions.documents(tenant) },
    partitions: partitionsOf(tenant, filter),
    filter: customer_id !== undefined && status !== undefined ? { status } : undefined,
    keyOf: ({ sk }: Item) => keys.document(tenant, String(sk)),
    read: documentOf,
    fits: (one: Document) => status === undefined || one.status === status,
  } as const;
  return filteredPage(db, listed, wanted);
};

/** Where an index lists the documents that fit a filter; undefined where nothing is filtered. */
const partitionsOf = (tenant: string, { customer_id, status }: DocumentFilter): Partition | undefined => {
  const table = 'resources';
  if (customer_id !== undefined)
    return { table, index: 'by_parent', partition: partitions.documentsOf(tenant, customer_id) };
  return status && { table, index: 'by_status', partition: partitions.documentsIn(tenant, status) };
};

/** What puts a document: a new one under its id, a changed one only over the version that was read. */
export const saveDocument = (document: Document, read?: Document): Write => {
  const { scheduled_at, ...stored } = document;
  const { tenant_id: tenant, customer_id, id } = document;
  const key = keys.document(tenant, id);
  const item = {
    ...stored,
    status_key: partitions.documentsIn(tenant, document.status),
    parent_key: partitions.documentsOf(tenant, customer_id),
    ...scheduleFields(key, id, scheduled_at),
  };
  return { kind: 'put', key, item, when: read ? asRead(read.version) : isNew };
};

/** The document as stored, without what only the indexes and the sweeper need. */
export const documentOf = (item: Item): Document => {
  const { pk, sk, parent_key, status_key, scheduled_at, schedule_shard, sweeps, ...document } = item;
  return { ...document, scheduled_at: scheduledAtOf(item) } as Document;
};
