import { wordlessAttempt, wordlessError } from '../domain/deliveries/attempt.ts';
import { changeDelivery, type Delivery } from '../domain/deliveries/delivery.ts';
import { type Document, moveDocument } from '../domain/documents/document.ts';
import type { RedactionWakeUp, StoredEvent } from '../domain/events/event.ts';
import { erased } from '../domain/redactions/personal-fields.ts';
import { same } from '../domain/same.ts';
import type { DocumentEraser } from '../ports/document-storage/document-storage.ts';
import { prefixOf } from '../ports/document-storage/object-key.ts';
import { pageOfAuthorizations } from '../store/authorizations/authorizations.ts';
import { pageOfCards } from '../store/cards/cards.ts';
import { exists, type Write } from '../store/change.ts';
import type { Database } from '../store/database.ts';
import { pageOfAttempts, saveAttempt, saveDelivery } from '../store/deliveries/deliveries.ts';
import { deliveriesOfEvent } from '../store/deliveries/list.ts';
import { pageOfDocuments } from '../store/documents/documents.ts';
import { pageOfEvents } from '../store/events/list.ts';
import { readHolder } from '../store/features/holders.ts';
import { eraseEvent, eraseOrder, eraseResource, forgetReplays, pageOfOrders } from '../store/redactions/redactions.ts';
import { keys } from '../store/table.ts';
import { pageOfVerifications } from '../store/verifications/list.ts';
import { document } from '../unit-of-work/documents.ts';
import type { UnitOfWork, Work } from '../unit-of-work/unit-of-work.ts';

/** What a redaction removes that lies in no table of ours alone. */
export type Outside = {
  readonly forget: (card: { readonly id: string; readonly customer_id: string }) => Promise<void>;
  readonly storage: DocumentEraser;
};

/** What a batch of a stage comes to: what changes, and where the stage goes on; null at its end. */
type Found = {
  readonly changes: UnitOfWork['changes'];
  readonly next: string | null;
  /** What was removed besides. */
  readonly removed?: number;
};

/** One step of a stage from a position on. */
export type Stage = (of: RedactionWakeUp, position: string | undefined, work: Work & Outside) => Promise<Found>;

/** So many change in one transaction, beside the customer (data.md). */
const changed_max = 19;

/**
 * The stages of a redaction in their order: a stage comes after those whose work may make something new for it. What emits
 * events comes before the events, and what gives out links before the bytes.
 */
export const stages = {
  cards: async ({ tenant_id, customer_id }, below, { db, deadline, forget }) => {
    const page = await pageOfCards(db, tenant_id, { customer_id }, { limit: changed_max, below });
    const changing = page.items.map((card) => ({
      card,
      writes: eraseResource('card', keys.card(tenant_id, card.id), card, deadline.now),
    }));
    for (const { card, writes } of changing) if (writes.length > 0) await forget(card);
    return { changes: changing.flatMap(({ writes }) => writes), next: page.next };
  },

  authorizations: async ({ tenant_id, customer_id }, position, { db, deadline }) => {
    const [before, below] = position?.split('/') ?? [];
    const next = async () =>
      (await pageOfCards(db, tenant_id, { customer_id }, { limit: 1, below: before })).items[0]?.id;
    const cardId = below === undefined ? await next() : before;
    if (cardId === undefined) return nothing;
    const page = await pageOfAuthorizations(db, { tenant: tenant_id, cardId }, {}, { limit: changed_max, below });
    const changes = page.items.flatMap((one) =>
      eraseResource('authorization', keys.authorization(tenant_id, one.id), one, deadline.now),
    );
    return { changes, next: page.next === null ? cardId : `${cardId}/${page.next}` };
  },

  // Each that ends here is told of.
  documents: async ({ tenant_id, customer_id }, below, { db, deadline }) => {
    const page = await pageOfDocuments(db, tenant_id, { customer_id }, { limit: documents_max, below });
    return { changes: page.items.flatMap((one) => eraseDocument(one, deadline.now)), next: page.next };
  },

  files: async (of, _position, { storage }) => {
    const removed = await storage.erase(prefixOf(of));
    return { changes: [], next: removed > 0 ? 'more' : null, removed };
  },

  verifications: async ({ tenant_id, customer_id }, below, { db, deadline }) => {
    const page = await pageOfVerifications(db, tenant_id, { customer_id }, { limit: changed_max, below });
    const changes = page.items.flatMap((one) =>
      eraseResource('verification', keys.verification(tenant_id, one.id), one, deadline.now),
    );
    return { changes, next: page.next };
  },

  features: async ({ tenant_id, customer_id }, _position, { db, deadline }) => {
    const { activations } = await readHolder(db, tenant_id, customer_id);
    const changes = activations.flatMap((one) =>
      eraseResource('customer_feature', keys.activation(tenant_id, customer_id, one.feature), one, deadline.now),
    );
    return { changes, next: null };
  },

  orders: async ({ tenant_id, customer_id }, below, { db }) => {
    const page = await pageOfOrders(db, tenant_id, { limit: changed_max, below });
    const own = page.items.filter((order) => order.customer_id === customer_id);
    return { changes: own.flatMap(eraseOrder), next: page.next };
  },

  events: async ({ tenant_id, customer_id }, below, { db, deadline }) => {
    const page = await pageOfEvents(db, tenant_id, { customer_id }, { limit: events_max, below });
    const changes: Write[] = [];
    let done = below;
    for (const event of page.items) {
      // Events of one request share its stored answers.
      const writes = (await eraseTold(db, event, deadline.now)).filter(
        ({ key }) => !changes.some((one) => same(one.key, key)),
      );
      // What one event alone comes to may be too much: then the next batch goes on with it.
      if (changes.length === 0 && writes.length > changed_max)
        return { changes: writes.slice(0, changed_max), next: done ?? '' };
      if (changes.length + writes.length > changed_max) return { changes, next: done ?? '' };
      changes.push(...writes);
      done = event.event_id;
    }
    return { changes, next: page.next };
  },
} satisfies Record<string, Stage>;

const nothing: Found = { changes: [], next: null };

/** A document that ends here comes with its event. */
const documents_max = 9;

/** So many events are looked at together: each with its deliveries and their attempts. */
const events_max = 10;

/** The document without its name and without the bytes, which are removed after it; what still awaits them has an end. */
const eraseDocument = (found: Document, now: Date): UnitOfWork['changes'] => {
  const ended =
    moveDocument(found, 'expire', now) ?? moveDocument(found, 'reject', now, { status_reason: 'unreadable' });
  if (ended) return [document({ ...ended, after: erased('document', ended.after) })];
  return eraseResource('document', keys.document(found.tenant_id, found.id), found, now);
};

/** All that is kept of what an event tells: the answers to its request, what endpoints said to it, and last the event, by which the others are found. */
const eraseTold = async (db: Database, event: StoredEvent, now: Date): Promise<Write[]> => {
  const deliveries = await deliveriesOfEvent(db, event.tenant_id, event.event_id);
  const writes = await forgetReplays(db, event);
  for (const delivery of deliveries) writes.push(...(await eraseDelivery(db, delivery, now)));
  return [...writes, ...eraseEvent(event)];
};

const eraseDelivery = async (db: Database, delivery: Delivery, now: Date): Promise<Write[]> => {
  const writes: Write[] = [];
  let below: string | undefined;
  do {
    const page = await pageOfAttempts(db, delivery.tenant_id, delivery.id, { limit: attempts_max, below });
    // The first that succeeded lies in its delivery.
    const own = page.items.filter(({ number }) => number !== delivery.first_attempt?.number);
    const wordless = own.map(wordlessAttempt).filter((one, position) => !same(one, own[position]));
    writes.push(...wordless.map((attempt) => saveAttempt(delivery, attempt, exists)));
    below = page.next ?? undefined;
  } while (below !== undefined && writes.length <= changed_max);
  const { first_attempt, last_attempt } = delivery;
  const changes = {
    ...(first_attempt && { first_attempt: wordlessAttempt(first_attempt) }),
    last_attempt: last_attempt && { ...last_attempt, error: wordlessError(last_attempt.error) },
  };
  const { after } = changeDelivery(delivery, changes, now);
  return same(after, { ...delivery, version: after.version, updated_at: after.updated_at })
    ? writes
    : [...writes, saveDelivery(after, delivery)];
};

/** So many attempts are read at a time. */
const attempts_max = 100;
