import type { DocumentEraser } from '../../core/aws/s3.ts';
import type { Database } from '../../core/dynamodb/client.ts';
import { exists, type Write } from '../../core/dynamodb/writes.ts';
import { deepEqual } from '../../core/json.ts';
import type { RedactionMessage } from '../../core/messages.ts';
import type { StoredEvent } from '../../core/outbox/model.ts';
import { pageOfEvents } from '../../core/outbox/table.ts';
import type { UnitOfWork, Work } from '../../core/outbox/unit-of-work.ts';
import { saveAttempt } from '../../delivery/deliveries/attempts-table.ts';
import { deliveriesOfEvent } from '../../delivery/deliveries/list-table.ts';
import {
  changeDelivery,
  type Delivery,
  wordlessAttempt,
  wordlessError,
} from '../../delivery/deliveries/model.ts';
import { pageOfAttempts, saveDelivery } from '../../delivery/deliveries/table.ts';
import { pageOfAgreements } from '../../identity/agreements/table.ts';
import { document } from '../../identity/documents/changes.ts';
import { type Document, transitionDocument } from '../../identity/documents/model.ts';
import { prefixOf } from '../../identity/documents/object-key.ts';
import { pageOfDocuments, saveDocument } from '../../identity/documents/table.ts';
import { readCustomerSnapshot, saveActivation } from '../../identity/features/table.ts';
import {
  pageOfOnboardingLinks,
  saveOnboardingLink,
} from '../../identity/onboarding-links/table.ts';
import { pageOfScreenings, saveScreening } from '../../identity/screenings/table.ts';
import type { Check } from '../../identity/verifications/checks.ts';
import { pageOfVerifications, saveVerification } from '../../identity/verifications/table.ts';
import { authorizationKey, pageOfAuthorizations } from '../../issuing/authorizations/table.ts';
import { pageOfOrders } from '../../issuing/cards/orders-table.ts';
import { cardKeys, eraseAttempts, pageOfCards } from '../../issuing/cards/table.ts';
import { pageOfTransactions, transactionKey } from '../../issuing/transactions/table.ts';
import { erased } from './model.ts';
import {
  eraseAgreement,
  eraseCachedResponses,
  eraseEvent,
  eraseOrder,
  eraseResource,
  eraseWhole,
} from './table.ts';

/** The data outside the tables that a redaction removes. */
export type Outside = {
  readonly forget: (card: { readonly id: string; readonly customer_id: string }) => Promise<void>;
  /** Removes what an identity verifier has of a person. */
  readonly forgetCheck: (verificationId: string, check: Check) => Promise<void>;
  readonly storage: DocumentEraser;
};

/** The result of a stage's batch: its changes, and where the stage goes on; null at its end. */
type Found = {
  readonly changes: UnitOfWork['changes'];
  readonly next: string | null;
  /** The count of things removed besides. */
  readonly removed?: number;
};

/** One step of a stage from a position on. */
export type Stage = (
  of: Omit<RedactionMessage, 'kind'>,
  position: string | undefined,
  work: Work & Outside,
) => Promise<Found>;

/** So many change in one transaction, beside the customer. */
const changed_max = 19;

/**
 * The stages of a redaction in their order: a stage comes after those whose work may make something
 * new for it. A stage that emits events comes before the events, and one that gives out links
 * before the bytes.
 */
export const stages = {
  cards: async ({ tenant_id, customer_id }, below, { db, deadline, forget }) => {
    const page = await pageOfCards(db, tenant_id, { customer_id }, { limit: cards_max, below });
    const changing = page.items.map((card) => ({
      card,
      writes: eraseResource('card', cardKeys.card(tenant_id, card.id), card, deadline.now),
    }));
    for (const { card, writes } of changing) if (writes.length > 0) await forget(card);
    const attempts = await eraseAttempts(db, page.items);
    return { changes: [...changing.flatMap(({ writes }) => writes), ...attempts], next: page.next };
  },

  authorizations: async ({ tenant_id, customer_id }, position, { db, deadline }) => {
    const [before, below] = position?.split('/') ?? [];
    const next = async () =>
      (await pageOfCards(db, tenant_id, { customer_id }, { limit: 1, below: before })).items[0]?.id;
    const cardId = below === undefined ? await next() : before;
    if (cardId === undefined) return nothing;
    const page = await pageOfAuthorizations(
      db,
      { tenant: tenant_id, cardId },
      {},
      { limit: changed_max, below },
    );
    const changes = page.items.flatMap((one) =>
      eraseResource('authorization', authorizationKey(tenant_id, one.id), one, deadline.now),
    );
    return { changes, next: page.next === null ? cardId : `${cardId}/${page.next}` };
  },

  transactions: async ({ tenant_id, customer_id }, below, { db, deadline }) => {
    const page = await pageOfTransactions(
      db,
      tenant_id,
      { customer_id },
      { limit: changed_max, below },
    );
    const changes = page.items.flatMap((one) =>
      eraseResource('transaction', transactionKey(tenant_id, one.id), one, deadline.now),
    );
    return { changes, next: page.next };
  },

  // A document that expires or is rejected here emits its event.
  documents: async ({ tenant_id, customer_id }, below, { db, deadline }) => {
    const page = await pageOfDocuments(
      db,
      tenant_id,
      { customer_id },
      { limit: documents_max, below },
    );
    return {
      changes: page.items.flatMap((one) => eraseDocument(one, deadline.now)),
      next: page.next,
    };
  },

  files: async (of, _position, { storage }) => {
    const removed = await storage.erase(prefixOf(of));
    return { changes: [], next: removed > 0 ? 'more' : null, removed };
  },

  // A provider's data goes before the item that names it.
  verifications: async ({ tenant_id, customer_id }, below, { db, deadline, forgetCheck }) => {
    const page = await pageOfVerifications(
      db,
      tenant_id,
      { customer_id },
      { limit: changed_max, below },
    );
    for (const { id, checks } of page.items)
      for (const check of checks) await forgetCheck(id, check);
    const changes = page.items.flatMap((one) =>
      eraseWhole('verification', one, deadline.now, saveVerification),
    );
    return { changes, next: page.next };
  },

  'onboarding-links': async ({ tenant_id, customer_id }, below, { db, deadline }) => {
    const page = await pageOfOnboardingLinks(db, tenant_id, customer_id, {
      limit: changed_max,
      below,
    });
    const changes = page.items.flatMap((one) =>
      eraseWhole('onboarding_link', one, deadline.now, saveOnboardingLink),
    );
    return { changes, next: page.next };
  },

  screenings: async ({ tenant_id, customer_id }, below, { db, deadline }) => {
    const page = await pageOfScreenings(
      db,
      tenant_id,
      { customer_id },
      { limit: changed_max, below },
    );
    const changes = page.items.flatMap((one) =>
      eraseWhole('screening', one, deadline.now, saveScreening),
    );
    return { changes, next: page.next };
  },

  features: async ({ tenant_id, customer_id }, _position, { db, deadline }) => {
    const { activations } = await readCustomerSnapshot(db, tenant_id, customer_id, deadline.now);
    const changes = activations.flatMap((one) =>
      eraseWhole('customer_feature', one, deadline.now, saveActivation),
    );
    return { changes, next: null };
  },

  agreements: async ({ tenant_id, customer_id }, below, { db }) => {
    const page = await pageOfAgreements(db, tenant_id, customer_id, { limit: changed_max, below });
    return { changes: page.items.flatMap(eraseAgreement), next: page.next };
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
      const writes = (await erasePublished(db, event, deadline.now)).filter(
        ({ key }) => !changes.some((one) => deepEqual(one.key, key)),
      );
      // The writes of one event alone may be too many: then the next batch goes on with it.
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

/** A card comes with the attempts to activate it. */
const cards_max = 9;

/** A document that ends here comes with its event. */
const documents_max = 9;

/** So many events are looked at together: each with its deliveries and their attempts. */
const events_max = 10;

/** The document without its name and without the bytes, which are removed after it; what still awaits them has an end. */
const eraseDocument = (found: Document, now: Date): UnitOfWork['changes'] => {
  const ended =
    transitionDocument(found, 'expire', now) ??
    transitionDocument(found, 'reject', now, { status_reason: 'unreadable' });
  if (ended) return [document({ ...ended, after: erased('document', ended.after) })];
  return eraseWhole('document', found, now, saveDocument);
};

/** Everything stored of an event: the idempotency record of its request, the responses of endpoints, and last the event, by which the others are found. */
const erasePublished = async (db: Database, event: StoredEvent, now: Date): Promise<Write[]> => {
  const deliveries = await deliveriesOfEvent(db, event.tenant_id, event.event_id);
  const writes = await eraseCachedResponses(db, event);
  for (const delivery of deliveries) writes.push(...(await eraseDelivery(db, delivery, now)));
  return [...writes, ...eraseEvent(event)];
};

const eraseDelivery = async (db: Database, delivery: Delivery, now: Date): Promise<Write[]> => {
  const writes: Write[] = [];
  let below: string | undefined;
  do {
    const page = await pageOfAttempts(db, delivery.tenant_id, delivery.id, {
      limit: attempts_max,
      below,
    });
    // A first attempt that succeeded is stored in its delivery.
    const own = page.items.filter(({ number }) => number !== delivery.first_attempt?.number);
    const wordless = own
      .map(wordlessAttempt)
      .filter((one, position) => !deepEqual(one, own[position]));
    writes.push(...wordless.map((attempt) => saveAttempt(delivery, attempt, exists)));
    below = page.next ?? undefined;
  } while (below !== undefined && writes.length <= changed_max);
  const { first_attempt, last_attempt } = delivery;
  const changes = {
    ...(first_attempt && { first_attempt: wordlessAttempt(first_attempt) }),
    last_attempt: last_attempt && { ...last_attempt, error: wordlessError(last_attempt.error) },
  };
  const { after } = changeDelivery(delivery, changes, now);
  return deepEqual(after, { ...delivery, version: after.version, updated_at: after.updated_at })
    ? writes
    : [...writes, saveDelivery(after, delivery)];
};

/** So many attempts are read at a time. */
const attempts_max = 100;
