import { showDocument } from '../contract/documents/document.ts';
import { type Document, type MovedDocument, moveDocument } from '../domain/documents/document.ts';
import { inspectedBy, isExpired, nextLook } from '../domain/documents/due.ts';
import type { NewId } from '../domain/id.ts';
import { inspectBytes } from '../ports/document-inspection/inspect-bytes.ts';
import type { StoredObject } from '../ports/document-storage/document-storage.ts';
import { type ObjectOwner, objectKeyOf } from '../ports/document-storage/object-key.ts';
import { s3DocumentReader } from '../ports/document-storage/s3-document-reader.ts';
import { commit } from '../store/commit.ts';
import { findDocument, saveDocument } from '../store/documents/documents.ts';
import { appendEvent } from '../store/events/events.ts';
import { logger } from './log.ts';
import type { Work } from './work.ts';

const storage = s3DocumentReader();
const waitDivisor = Number(process.env.WAIT_DIVISOR);

/** Brings a document as far as it can come now. Each step is a commit, and dying between two leaves it due. */
export const settleDocument = async (owner: ObjectOwner, work: Work, newId: NewId): Promise<void> => {
  const document = await findDocument(work.db, owner.tenant_id, owner.document_id);
  if (!document || document.due_at === null || document.customer_id !== owner.customer_id) return;
  const object = await storage.look(objectKeyOf(owner));
  if (!object) return missing(document, work, newId);
  const { now } = work.patience;
  const due_at = inspectedBy({ now, waitDivisor });
  const begun = moveDocument(document, 'upload', now, { due_at });
  if (begun) await tell(begun, document, work, newId);
  await inspect(begun?.document ?? document, object, work, newId);
};

/** Nobody has sent the bytes yet, or has in time; what was sent and is gone cannot be read. */
const missing = async (document: Document, work: Work, newId: NewId): Promise<void> => {
  const waiting = { now: work.patience.now, waitDivisor };
  if (document.status === 'awaiting_upload' && !isExpired(document, waiting)) {
    const awaited = { ...document, due_at: nextLook(document, waiting) };
    return commit(work.connection, { writes: [saveDocument(awaited, document)], facts: [] }, work.patience);
  }
  const ended =
    moveDocument(document, 'expire', waiting.now) ??
    moveDocument(document, 'reject', waiting.now, { status_reason: 'unreadable' });
  if (ended) await tell(ended, document, work, newId);
};

const inspect = async (document: Document, object: StoredObject, work: Work, newId: NewId): Promise<void> => {
  const { tenant_id, customer_id, id: document_id, content_type } = document;
  const { version_id, size_bytes } = object;
  const key = objectKeyOf({ tenant_id, customer_id, document_id });
  const { rejection, sha256 } = await inspectBytes({ content_type, size_bytes }, (range) =>
    storage.read(key, version_id, range),
  );
  const found = { status_reason: rejection, inspected: { version_id, sha256 } };
  const decided = moveDocument(document, rejection ? 'reject' : 'accept', work.patience.now, found);
  if (!decided) return;
  await tell(decided, document, work, newId);
  logger.info('document inspected', { document_id, event: decided.event, rejection });
};

const tell = ({ document, event }: MovedDocument, read: Document, work: Work, newId: NewId): Promise<void> => {
  const { now } = work.patience;
  const told = appendEvent({
    id: newId('event'),
    type: event,
    created_at: now.toISOString(),
    environment: process.env.ENVIRONMENT ?? '',
    tenant_id: document.tenant_id,
    customer_id: document.customer_id,
    resource: { id: document.id, object: 'document' },
    sequence: document.version,
    data: showDocument(document, null),
    previous: null,
    causation: {
      request_id: work.requestId,
      idempotency_key: null,
      actor: { type: 'system', id: 'inspect-document' },
    },
  });
  return commit(work.connection, { writes: [saveDocument(document, read), told], facts: [] }, work.patience);
};
