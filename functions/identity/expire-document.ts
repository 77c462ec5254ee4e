import { logEvent } from '../core/logging.ts';
import { commitWork, type UnitOfWork, type Work } from '../core/outbox/unit-of-work.ts';
import { changedCustomer } from './customer-cascade.ts';
import { stillInStatus } from './customers/table.ts';
import { document as documentChange } from './documents/changes.ts';
import { expiryStep, nextExpiryLook } from './documents/expiry.ts';
import type { Document } from './documents/model.ts';
import { saveDocument } from './documents/table.ts';
import { readCustomerSnapshot } from './features/table.ts';
import { updatedPersons } from './persons/changes.ts';
import { type ExpiryGraces, nextLevelEnd, proofAfterExpiry } from './verifications/expiry.ts';
import { pageOfVerifications } from './verifications/table.ts';

/** A customer has few verifications that succeeded, and the proof rests on one of the newest. */
const verifications_max = 20;

/**
 * Does what is due with a document that expires: announces it, lets it expire, ends the verification that rests on it. Each
 * step is one commit, with everything that it causes; the document is scheduled for the next one.
 */
export const expireDocument = async (
  read: Document,
  work: Work,
  graces: ExpiryGraces,
): Promise<void> => {
  const { now } = work.deadline;
  let document = read;
  // The sweeper has postponed what it found: the first step goes by the dates.
  do {
    const { after, unit } = await step(document, work, graces);
    await commitWork(work, unit);
    if (after.status !== document.status || after.version !== document.version)
      logEvent('info', 'document_expiry_reached', { document_id: after.id, status: after.status });
    document = after;
  } while (document.scheduled_at !== null && document.scheduled_at <= now.toISOString());
};

const step = async (
  document: Document,
  work: Work,
  graces: ExpiryGraces,
): Promise<{ readonly after: Document; readonly unit: UnitOfWork }> => {
  const { now } = work.deadline;
  const { id, tenant_id, customer_id, person_id, expires_on } = document;
  const snapshot = await readCustomerSnapshot(work.db, tenant_id, customer_id, now);
  // Nobody renews the documents of a closed customer; redacted, they have no date.
  if (snapshot.customer.status === 'closed' || expires_on === null)
    return unchanged(document, null);
  const stepped = expiryStep(document, now);
  const conditions = [stillInStatus(snapshot.customer)];
  if (stepped) {
    // One that has just expired is looked at once more, for what rests on it.
    const after = {
      ...stepped.after,
      scheduled_at: stepped.after.scheduled_at ?? now.toISOString(),
    };
    return { after, unit: { changes: [documentChange({ ...stepped, after })], conditions } };
  }
  if (document.status === 'accepted') return unchanged(document, nextExpiryLook(document));
  const next = unchanged(document, nextLevelEnd(expires_on, graces, now));
  const filter = { customer_id, status: 'verified' } as const;
  const { items } = await pageOfVerifications(work.db, tenant_id, filter, {
    limit: verifications_max,
  });
  const lost = proofAfterExpiry(snapshot.customer, { id, person_id, expires_on }, items, {
    graces,
    now,
  });
  if (!lost) return next;
  const effects = await changedCustomer(work.db, snapshot, lost, now);
  return {
    after: next.after,
    unit: {
      changes: [...effects.changes, ...updatedPersons(lost), ...next.unit.changes],
      conditions: effects.conditions,
    },
  };
};

/** The document with another time of its next look: there is no event, so the version stays. */
const unchanged = (read: Document, scheduled_at: string | null) => {
  const after = { ...read, scheduled_at };
  return { after, unit: { changes: [saveDocument(after, read)], conditions: [] } };
};
