import assert from 'node:assert/strict';
import { deflated } from '../../functions/core/dynamodb/compression.ts';
import { idempotencyRecordKey } from '../../functions/core/dynamodb/idempotency-records.ts';
import { isNew, type Write } from '../../functions/core/dynamodb/writes.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import { newAgreement } from '../../functions/identity/agreements/model.ts';
import { saveAgreement } from '../../functions/identity/agreements/table.ts';
import type { Customer } from '../../functions/identity/customers/model.ts';
import { announceDocument, type Document } from '../../functions/identity/documents/model.ts';
import { saveDocument } from '../../functions/identity/documents/table.ts';
import { saveActivation } from '../../functions/identity/features/table.ts';
import { newOnboardingLink } from '../../functions/identity/onboarding-links/model.ts';
import { saveOnboardingLink } from '../../functions/identity/onboarding-links/table.ts';
import { saveScreening } from '../../functions/identity/screenings/table.ts';
import { saveVerification } from '../../functions/identity/verifications/table.ts';
import { saveAuthorization } from '../../functions/issuing/authorizations/table.ts';
import { abandonedAt } from '../../functions/issuing/cards/order.ts';
import { insertOrder } from '../../functions/issuing/cards/orders-table.ts';
import { saveCard } from '../../functions/issuing/cards/table.ts';
import { saveTransaction } from '../../functions/issuing/transactions/table.ts';
import { durations } from './durations.ts';
import { anAuthorization, aTransaction } from './fixtures/authorizations.ts';
import { aCardOrder } from './fixtures/card-orders.ts';
import { aCard, aPhysicalCard, aShipping } from './fixtures/cards.ts';
import { anAddress, anIndividual } from './fixtures/customers.ts';
import { someActivations } from './fixtures/features.ts';
import { aFirstScreening, aMatch } from './fixtures/screenings.ts';
import { aStoredVerification } from './fixtures/verifications.ts';

/** Stands in everything that is to be removed. */
export const secret = 'Ada King';

export const at = new Date(Date.now() - 3_600_000);
export const newId = idsAt(at);
export const { tenant_id, id: customer_id } = anIndividual();
export const owner = { tenant_id, customer_id };

export const closed: Customer = anIndividual({
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

export const cardsAndMore = (): Write[] => {
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
  const started = aCardOrder({
    tenant_id,
    card_id: newId('card'),
    customer_id,
    cardholder_name: secret,
    ordered_at: at.toISOString(),
    scheduled_at: abandonedAt(at, durations),
  });
  return [
    ...cards.map((one) => saveCard(one)),
    ...authorizations.map((one) => saveAuthorization(one)),
    ...transactions.map((one) => saveTransaction(one)),
    insertOrder(started),
  ];
};

export const documents = (): Write[] => {
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

export const onboardingLinks = (): Write[] => {
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
export const agreements = (): Write[] =>
  Array.from({ length: 20 }, () => {
    const said = { document: 'card_user_terms', version: '1', accepted_at: at.toISOString() };
    const from = { ip: secret, user_agent: secret };
    return saveAgreement(
      newAgreement({ ...said, ...from }, { ...owner, id: newId('agreement'), now: at }),
    );
  });

export const identity = (): Write[] => {
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

/**
 * The data of another customer stay as they are: the same words, of another customer under the
 * same key.
 */
export const others = (): Write[] => {
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
