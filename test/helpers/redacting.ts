import assert from 'node:assert/strict';
import { erased } from '../../functions/app/redactions/model.ts';
import type { Item } from '../../functions/core/dynamodb/client.ts';
import { deflated } from '../../functions/core/dynamodb/compression.ts';
import { idempotencyRecordKey } from '../../functions/core/dynamodb/idempotency-records.ts';
import { type TableName, tables } from '../../functions/core/dynamodb/keys.ts';
import { storesOf } from '../../functions/core/dynamodb/stores.ts';
import { isNew, type Write } from '../../functions/core/dynamodb/writes.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import type { Work } from '../../functions/core/outbox/unit-of-work.ts';
import { saveAttempt } from '../../functions/delivery/deliveries/attempts-table.ts';
import type { Attempt } from '../../functions/delivery/deliveries/model.ts';
import { idOfDelivery } from '../../functions/delivery/deliveries/new-delivery.ts';
import { saveDelivery } from '../../functions/delivery/deliveries/table.ts';
import { newAgreement } from '../../functions/identity/agreements/model.ts';
import { saveAgreement } from '../../functions/identity/agreements/table.ts';
import { beginRedaction, type Customer } from '../../functions/identity/customers/model.ts';
import { customerKeys, saveCustomer } from '../../functions/identity/customers/table.ts';
import { announceDocument, type Document } from '../../functions/identity/documents/model.ts';
import { saveDocument } from '../../functions/identity/documents/table.ts';
import { saveActivation } from '../../functions/identity/features/table.ts';
import { newOnboardingLink } from '../../functions/identity/onboarding-links/model.ts';
import { saveOnboardingLink } from '../../functions/identity/onboarding-links/table.ts';
import { saveScreening } from '../../functions/identity/screenings/table.ts';
import type { Check } from '../../functions/identity/verifications/checks.ts';
import { saveVerification } from '../../functions/identity/verifications/table.ts';
import { saveAuthorization } from '../../functions/issuing/authorizations/table.ts';
import { newOrder } from '../../functions/issuing/cards/order.ts';
import { insertOrder } from '../../functions/issuing/cards/orders-table.ts';
import { saveCard } from '../../functions/issuing/cards/table.ts';
import { saveTransaction } from '../../functions/issuing/transactions/table.ts';
import { durations } from './durations.ts';
import { anAuthorization, aTransaction } from './fixtures/authorizations.ts';
import { aCard, aPhysicalCard, aShipping } from './fixtures/cards.ts';
import { anAddress, anIndividual } from './fixtures/customers.ts';
import { aStoredDelivery } from './fixtures/deliveries.ts';
import { anAppendedEvent } from './fixtures/events.ts';
import { someActivations } from './fixtures/features.ts';
import { aFirstScreening, aMatch } from './fixtures/screenings.ts';
import { aStoredVerification } from './fixtures/verifications.ts';
import { putting, testDatabase } from './test-database.ts';

/** Stands in everything that is to be removed. */
export const secret = 'Ada King';

/** Ends the caller. */
export class Killed extends Error {}

/** When the worker is killed: at the so-many-th call, before or after what it does. */
export type CrashPoint = { readonly at: number; readonly when: 'before' | 'after' };

const at = new Date(Date.now() - 3_600_000);
const newId = idsAt(at);
const { tenant_id, id: customer_id } = anIndividual();
const owner = { tenant_id, customer_id };

const closed: Customer = anIndividual({
  status: 'closed',
  status_reason: secret,
  first_name: secret,
  email: 'ada.king@example.com',
  external_id: secret,
  address: anAddress({ line1: secret }),
  metadata: { note: secret },
  tax_id_last4: secret,
});

const own = {
  customer_id,
  state: 'closed',
  cardholder_name: secret,
  nickname: secret,
  metadata: { note: secret },
} as const;

const cardsAndMore = (): Write[] => {
  const cards = [
    aCard({ ...own, id: newId('card') }),
    aPhysicalCard({
      ...own,
      id: newId('card'),
      shipping: aShipping({ recipient: secret, tracking_number: secret }),
    }),
  ];
  const merchant = { name: secret, category: '5411', country: 'GB', network_id: secret };
  const authorizations = cards.flatMap(({ id: card_id }) =>
    [1, 2].map(() => anAuthorization({ id: newId('authorization'), card_id, merchant })),
  );
  const transactions = authorizations.map(({ id: authorization_id, card_id }) =>
    aTransaction({ id: newId('transaction'), authorization_id, card_id, merchant }),
  );
  const order = {
    tenant_id,
    operation: 'cards.create',
    path_ids: [],
    idempotency_key: 'key',
    request_hash: 'hash',
  };
  const started = newOrder(
    order,
    { card_id: newId('card'), customer_id, cardholder_name: secret, destination: null },
    at,
    durations,
  );
  return [
    ...cards.map((one) => saveCard(one)),
    ...authorizations.map((one) => saveAuthorization(one)),
    ...transactions.map((one) => saveTransaction(one)),
    insertOrder(started),
  ];
};

const documents = (): Write[] => {
  const said = {
    type: 'passport',
    content_type: 'image/jpeg',
    size_bytes: 1,
    file_name: secret,
  } as const;
  const awaited = () =>
    announceDocument(said, { ...owner, id: newId('document'), now: at, durations }).after;
  const accepted: Document = {
    ...awaited(),
    status: 'accepted',
    scheduled_at: null,
    inspected: { version_id: 'v', sha256: secret },
  };
  return [accepted, awaited()].map((one) => saveDocument(one));
};

const onboardingLinks = (): Write[] => {
  const of = {
    level: 'standard',
    return_url: `https://example.com/${secret}`,
    brand_color: null,
  } as const;
  const token = { hash: 'hash', asked_fields: [], expires_at: at.toISOString() };
  const links = Array.from({ length: 2 }, () =>
    newOnboardingLink({ ...owner, id: newId('onboarding_link'), ...of, ...token }, at),
  );
  return links.map(({ after }) => saveOnboardingLink(after));
};

/** More than one batch of them. */
const agreements = (): Write[] =>
  Array.from({ length: 20 }, () => {
    const said = { document: 'card_user_terms', version: '1', accepted_at: at.toISOString() };
    const from = { ip: secret, user_agent: secret };
    return saveAgreement(
      newAgreement({ ...said, ...from }, { ...owner, id: newId('agreement'), now: at }),
    );
  });

const identity = (): Write[] => {
  const review = { operator_id: 'opr_1', at: at.toISOString(), code: null, internal_note: secret };
  const person = { names: [secret], date_of_birth: null, nationality: null, persons: [] };
  const seen = { field: 'last_name', profile: secret, document: secret, agrees: true };
  const check = {
    subject_id: customer_id,
    submission: at.toISOString(),
    provider: 'onfido',
    reference: 'checked',
    started_at: at.toISOString(),
    evidence: { fields: [seen], similarity: null, reasons: [] },
    expiries: [],
    latin_name: { first_name: secret, last_name: secret, may_be_cut_off: false },
  };
  const checked = { status: 'verified', identity: person, review, checks: [check] } as const;
  const verified = aStoredVerification({ id: newId('verification'), ...checked });
  const [saved] = saveVerification(verified);
  const [feature] = someActivations(
    { ...owner, id: customer_id, created_at: closed.created_at },
    ['virtual_cards'],
    at,
  );
  assert.ok(saved && feature);
  const owned = { tenant_id, customer_id };
  const screened = { ...aFirstScreening(owned, [aMatch({ name: secret })]), status_reason: secret };
  return [
    saved,
    saveScreening(screened, undefined),
    saveScreening({ ...screened, id: 'scr_1', subject_id: 'prs_1' }, undefined),
    saveActivation({ ...feature, status: 'inactive', status_reason: secret }),
  ];
};

const attempt = (number: number): Attempt => ({
  number,
  trigger: 'automatic',
  started_at: at.toISOString(),
  duration_ms: 1,
  remote_address: null,
  timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null },
  request: { headers: {} },
  response: {
    status: 302,
    headers: { location: secret },
    body: secret,
    body_bytes: 8,
    body_sha256: secret,
  },
  error: number === 1 ? null : { kind: 'redirect', message: `to ${secret}` },
  next_attempt_at: null,
  secret_versions: [1],
});

/** Events of requests, two of them of one request, with a delivery each, of which one was tried more often than one transaction can empty. */
const reported = (): Write[] =>
  Array.from({ length: 12 }, (_, nth) => {
    const idempotency_key = `${secret} ${Math.floor(nth / 2)}`;
    const event = anAppendedEvent({
      id: newId('event'),
      ...owner,
      created_at: at.toISOString(),
      sequence: nth + 1,
      type: 'customer.updated',
      resource: { id: customer_id, object: 'customer' },
      data: { id: customer_id, first_name: secret, metadata: { note: secret } },
      previous: { email: secret },
      causation: { request_id: 'r', idempotency_key, actor: { type: 'api_key', id: 'key_1' } },
    });
    const event_id = String(event.item.event_id);
    const delivery = aStoredDelivery({
      id: idOfDelivery(event_id, 'whk_1'),
      event_id,
      webhook_id: 'whk_1',
      ...(nth > 0 && { first_attempt: attempt(1) }),
    });
    const attempts =
      nth > 0 ? [] : Array.from({ length: 30 }, (_one, before) => attempt(before + 2));
    const key = idempotencyRecordKey(tenant_id, idempotency_key, 'customers.update', [customer_id]);
    const replay: Write = {
      kind: 'put',
      key,
      item: { body: deflated(secret), resource: null },
      when: isNew,
    };
    return [
      event,
      saveDelivery(delivery),
      ...attempts.map((one) => saveAttempt(delivery, one)),
      ...(nth % 2 ? [] : [replay]),
    ];
  }).flat();

/**
 * The data of another customer stay as they are: the same words, of another customer under the
 * same key.
 */
const others = (): Write[] => {
  const key = idempotencyRecordKey(tenant_id, `${secret} 0`, 'customers.update', ['cus_2']);
  return [
    {
      kind: 'put',
      key,
      item: { body: deflated('another'), resource: { id: 'cus_2' } },
      when: isNew,
    },
  ];
};

/** A customer whose redaction was asked for, with everything that there can be of one, in a test database. */
export const redacting = (crash?: CrashPoint) => {
  let calls = 0;
  let dies = crash;
  let dying: object | undefined;
  const begin = (call: object) => {
    calls += 1;
    if (dies?.at !== calls) return;
    const { when } = dies;
    dies = undefined;
    if (when === 'before') throw new Killed();
    dying = call;
  };
  const end = (call: object) => {
    if (call === dying) throw new Killed();
  };
  const mortal = async <T>(effect: () => T): Promise<T> => {
    begin(effect);
    const answer = effect();
    end(effect);
    return answer;
  };
  const { connection, give, find, everything } = testDatabase([], { before: begin, after: end });
  const requested = beginRedaction(
    closed,
    erased('customer', closed),
    { token: 'token', last_pass_after_ms: durations.redaction_lag_ms },
    at,
  );
  const all = [
    ...cardsAndMore(),
    ...documents(),
    ...onboardingLinks(),
    ...agreements(),
    ...identity(),
    ...reported(),
    ...others(),
    ...saveCustomer(closed),
  ];
  give(...all, ...saveCustomer(requested.after, closed));
  const forgotten = new Set<string>();
  let versions = 3;
  const customer = () => find(customerKeys.customer(tenant_id, customer_id)) ?? assert.fail();
  return {
    of: owner,
    forgotten,
    everything: () => (Object.keys(tables) as TableName[]).flatMap(everything),
    calls: () => calls,
    versions: () => versions,
    customer,
    outside: {
      forget: ({ id }: { readonly id: string }) => mortal(() => void forgotten.add(id)),
      forgetCheck: (_id: string, { reference }: Check) =>
        mortal(() => void forgotten.add(String(reference))),
      storage: { erase: () => mortal(() => (versions > 0 ? versions-- && 1 : 0)) },
    },
    /** The work of a message that comes now. */
    work: (): Work => {
      const now = new Date();
      const deadline = { now, deadline: now.getTime() + 60_000 };
      const causation = {
        request_id: 'r',
        idempotency_key: null,
        actor: { type: 'system', id: 'test' },
      } as const;
      const cause = { ...causation, environment: 'sandbox', now, newId: idsAt(now) };
      return { ...storesOf(connection), deadline, cause };
    },
    /** An hour passes: the worker that held the lease of the redaction is gone, and what it found last is long visible everywhere. */
    later: () => {
      const { pk, sk, ...item } = customer();
      const redaction = {
        ...(item.redaction as Item),
        requested_at: at.toISOString(),
        held_until: null,
      };
      give(putting(customerKeys.customer(tenant_id, customer_id), { ...item, redaction }));
    },
  };
};
