import type { Document } from '../../domain/documents/document.ts';
import { Failure } from '../../domain/failure.ts';
import { asRead, isNew, type Write } from '../change.ts';
import type { Database, Item } from '../database.ts';
import { dueFields } from '../due-fields.ts';
import { listPage, type Page, type Wanted } from '../list.ts';
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

/** One page holds fewer than this, so that its bodies and their customer are one BatchGetItem of at most 100 keys. */
const bodiesMax = 99;

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
  const partition = partitions.documentsOf(tenant, customerId);
  const place = { table: 'resources', index: 'by_parent', partition } as const;
  const { items, next } = await listPage(db, place, { ...wanted, limit: Math.min(wanted.limit, bodiesMax) });
  const wantedKeys = items.map(({ sk }) => keys.document(tenant, String(sk)));
  const [customer, ...bodies] = await db.batch([keys.customer(tenant, customerId), ...wantedKeys]);
  if (!customer) throw new Failure('customer_not_found');
  return { items: bodies.filter((item) => item !== undefined).map(documentOf), next };
};

/** What puts a document: a new one under its id, a changed one only over the version that was read. */
export const saveDocument = (document: Document, read?: Document): Write => {
  const { due_at, ...stored } = document;
  const { tenant_id: tenant, customer_id, id } = document;
  const item = { ...stored, parent_key: partitions.documentsOf(tenant, customer_id), ...dueFields(id, due_at) };
  return { kind: 'put', key: keys.document(tenant, id), item, when: read ? asRead(read.version) : isNew };
};

/** The document as stored, without what only the indexes and the sweeper need. */
export const documentOf = (item: Item): Document => {
  const { pk, sk, parent_key, due_shard, sweeps, ...document } = item;
  return { due_at: null, ...document } as Document;
};
