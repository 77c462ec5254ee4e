import type { StoredObject } from '../../core/aws/s3.ts';
import { s3DocumentReader } from '../../core/aws/s3.ts';
import { durations } from '../../core/jobs/batch.ts';
import { logEvent } from '../../core/logging.ts';
import { commitWork, type Work } from '../../core/outbox/unit-of-work.ts';
import { document } from './changes.ts';
import { inspectBytes } from './inspect-bytes.ts';
import {
  type Document,
  type DocumentTransition,
  inspectedBy,
  nextLook,
  transitionDocument,
  uploadExpired,
} from './model.ts';
import { type ObjectOwner, objectKeyOf } from './object-key.ts';
import { findDocument, saveDocument } from './table.ts';

const storage = s3DocumentReader();

/** The document that a message names, if anything is scheduled for it. */
export const findScheduled = async (
  owner: ObjectOwner,
  { db }: Work,
): Promise<Document | undefined> => {
  const document = await findDocument(db, owner.tenant_id, owner.document_id);
  return document?.scheduled_at && document.customer_id === owner.customer_id
    ? document
    : undefined;
};

/** Processes an upload: inspects its bytes, or expires it. Each step is a commit; a crash between two leaves it scheduled. */
export const processUpload = async (
  document: Document,
  owner: ObjectOwner,
  work: Work,
): Promise<void> => {
  const object = await storage.look(objectKeyOf(owner));
  if (!object) return missing(document, work);
  const { now } = work.deadline;
  const scheduled_at = inspectedBy({ now, durations });
  const started = transitionDocument(document, 'upload', now, { scheduled_at });
  if (started) await save(started, work);
  await inspect(started?.after ?? document, object, work);
};

/** The bytes did not arrive yet, or not in time; an object that is gone cannot be read. */
const missing = async (document: Document, work: Work): Promise<void> => {
  const waiting = { now: work.deadline.now, durations };
  if (document.status === 'awaiting_upload' && !uploadExpired(document, waiting)) {
    const awaiting = { ...document, scheduled_at: nextLook(document, waiting) };
    return commitWork(work, { changes: [saveDocument(awaiting, document)], conditions: [] });
  }
  const final =
    transitionDocument(document, 'expire', waiting.now) ??
    transitionDocument(document, 'reject', waiting.now, { status_reason: 'unreadable' });
  if (final) await save(final, work);
};

const inspect = async (document: Document, object: StoredObject, work: Work): Promise<void> => {
  const { tenant_id, customer_id, id: document_id, content_type } = document;
  const { version_id } = object;
  const key = objectKeyOf({ tenant_id, customer_id, document_id });
  const { rejection, sha256 } = await inspectBytes(
    content_type,
    await storage.read(key, version_id),
  );
  const found = { status_reason: rejection, inspected: { version_id, sha256 } };
  const decided = transitionDocument(
    document,
    rejection ? 'reject' : 'accept',
    work.deadline.now,
    found,
  );
  if (!decided) return;
  await save(decided, work);
  logEvent('info', 'document_inspected', { document_id, event_type: decided.event, rejection });
};

const save = (transition: DocumentTransition, work: Work): Promise<void> =>
  commitWork(work, { changes: [document(transition)], conditions: [] });
