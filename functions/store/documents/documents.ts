import type { Document } from '../../domain/documents/document.ts';
import { Failure } from '../../domain/failure.ts';
import { asRead, isNew, type Write } from '../change.ts';
import { readCustomer } from '../customers/customers.ts';
import type { Database, Item } from '../database.ts';
import { dueAtOf, dueFields } from '../due-fields.ts';
import { indexedPage, type Page, type Wanted } from '../list.ts';
import { keys, partitions } from '../table.ts';

/** The document, or the refusal. */
export const readDocument = async (db: Database, tenant: string, id: string): Promise<Document> => {
  const document = await findDocument(db, tenant, id);
  if (!document) throw new Failure('document_not_found');
  return document;
};

/** The document, if there is one. */
export const findDocument = async (db: Database, tenant: string, id: string): Promise<Document | undefined> => {
  const item = await db.get(keys.document(tenant, id));
  return item && documentOf(item);
};

/**
 * One page of a customer's documents, newest first: an index says which, the table says what they are. The customer is
 * looked for in the same round trip; without it nothing is shown.
 */
export const pageOfDocuments = async (
  db: Database,
  tenant: string,
  customerId: string,
  wanted: Wanted,
): Promise<Page<Document>> => {
  const places = {
    table: 'resources',
    index: 'by_parent',
    partition: partitions.documentsOf(tenant, customerId),
  } as const;
  const keyOf = ({ sk }: Item) => keys.document(tenant, String(sk));
  const [page] = await Promise.all([
    indexedPage(db, { places, keyOf, read: documentOf }, wanted),
    readCustomer(db, tenant, customerId),
  ]);
  return page;
};

/** What puts a document: a new one under its id, a changed one only over the version that was read. */
export const saveDocument = (document: Document, read?: Document): Write => {
  const { due_at, ...stored } = document;
  const { tenant_id: tenant, customer_id, id } = document;
  const key = keys.document(tenant, id);
  const item = { ...stored, parent_key: partitions.documentsOf(tenant, customer_id), ...dueFields(key, id, due_at) };
  return { kind: 'put', key, item, when: read ? asRead(read.version) : isNew };
};

/** The document as stored, without what only the indexes and the sweeper need. */
export const documentOf = (item: Item): Document => {
  const { pk, sk, parent_key, due_at, due_shard, sweeps, ...document } = item;
  return { ...document, due_at: dueAtOf(item) } as Document;
};
