import { type Document, type DocumentMove, moveDocument } from '../domain/documents/document.ts';
import { inspectedBy, nextLook, uploadExpired } from '../domain/documents/due.ts';
import { inspectBytes } from '../ports/document-inspection/inspect-bytes.ts';
import type { StoredObject } from '../ports/document-storage/document-storage.ts';
import { type ObjectOwner, objectKeyOf } from '../ports/document-storage/object-key.ts';
import { s3DocumentReader } from '../ports/document-storage/s3-document-reader.ts';
import { logger } from '../runtime/logger.ts';
import { findDocument, saveDocument } from '../store/documents/documents.ts';
import { document } from '../unit-of-work/documents.ts';
import { commitWork, type Work } from '../unit-of-work/unit-of-work.ts';
import { clock } from './work.ts';

const storage = s3DocumentReader();
const { waitDivisor } = clock;

/** Brings a document as far as it can come now. Each step is a commit, and dying between two leaves it due. */
export const settleDocument = async (owner: ObjectOwner, work: Work): Promise<void> => {
  const document = await findDocument(work.db, owner.tenant_id, owner.document_id);
  if (!document || document.due_at === null || document.customer_id !== owner.customer_id) return;
  const object = await storage.look(objectKeyOf(owner));
  if (!object) return missing(document, work);
  const { now } = work.deadline;
  const due_at = inspectedBy({ now, waitDivisor });
  const begun = moveDocument(document, 'upload', now, { due_at });
  if (begun) await commitMove(begun, work);
  await inspect(begun?.after ?? document, object, work);
};

/** Nobody has sent the bytes yet, or has in time; what was sent and is gone cannot be read. */
const missing = async (document: Document, work: Work): Promise<void> => {
  const waiting = { now: work.deadline.now, waitDivisor };
  if (document.status === 'awaiting_upload' && !uploadExpired(document, waiting)) {
    const awaited = { ...document, due_at: nextLook(document, waiting) };
    return commitWork(work, { changes: [saveDocument(awaited, document)], facts: [] });
  }
  const ended =
    moveDocument(document, 'expire', waiting.now) ??
    moveDocument(document, 'reject', waiting.now, { status_reason: 'unreadable' });
  if (ended) await commitMove(ended, work);
};

const inspect = async (document: Document, object: StoredObject, work: Work): Promise<void> => {
  const { tenant_id, customer_id, id: document_id, content_type } = document;
  const { version_id, size_bytes } = object;
  const key = objectKeyOf({ tenant_id, customer_id, document_id });
  const { rejection, sha256 } = await inspectBytes({ content_type, size_bytes }, (range) =>
    storage.read(key, version_id, range),
  );
  const found = { status_reason: rejection, inspected: { version_id, sha256 } };
  const decided = moveDocument(document, rejection ? 'reject' : 'accept', work.deadline.now, found);
  if (!decided) return;
  await commitMove(decided, work);
  logger.info('document inspected', { document_id, event: decided.event, rejection });
};

const commitMove = (move: DocumentMove, work: Work): Promise<void> =>
  commitWork(work, { changes: [document(move)], facts: [] });
