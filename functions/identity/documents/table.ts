import type { Database } from '../../core/dynamodb/client.ts';
import { entity, indexed } from '../../core/dynamodb/entity.ts';
import {
  type FilterBy,
  filteredPage,
  type Page,
  type PageRequest,
} from '../../core/dynamodb/list.ts';
import { scheduledTime } from '../../core/dynamodb/scheduled-work.ts';
import {
  absent,
  nested,
  reading,
  required,
  resourceKeys,
  storedForm,
} from '../../core/dynamodb/stored-form.ts';
import type { Document, InspectedObject } from './model.ts';

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

const documents = entity<Document>({
  name: 'document',
  missing: 'document_not_found',
  read: documentOf,
  attributes: ({ customer_id, status }, own) => ({
    status_key: own.in(status),
    parent_key: own.of(customer_id),
  }),
  due: ({ scheduled_at }) => scheduled_at,
});

export const {
  key: documentKey,
  find: findDocument,
  read: readDocument,
  save: saveDocument,
} = documents;

/** The partition of a customer's documents. */
export const documentsOfCustomer = (tenant: string, customerId: string) =>
  documents.partitionsOf(tenant).of(customerId);

export type DocumentFilter = FilterBy<Document, 'customer_id' | 'status'>;

/** One page of the tenant's documents that fit a filter, newest first. */
export const pageOfDocuments = (
  db: Database,
  tenant: string,
  { customer_id, status }: DocumentFilter,
  wanted: PageRequest,
): Promise<Page<Document>> => {
  const own = documents.partitionsOf(tenant);
  const byStatus = status && indexed('by_status', own.in(status));
  const fits = (one: Document) => status === undefined || one.status === status;
  if (customer_id === undefined)
    return filteredPage(db, documents.listed(tenant, { partitions: byStatus, fits }), wanted);
  const partitions = indexed('by_parent', own.of(customer_id));
  return filteredPage(
    db,
    documents.listed(tenant, { partitions, filter: status && { status }, fits }),
    wanted,
  );
};
