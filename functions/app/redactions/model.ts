import { deepEqual } from '../../core/json.ts';
import type { Agreement } from '../../identity/agreements/model.ts';
import type { Customer } from '../../identity/customers/model.ts';
import type { Document } from '../../identity/documents/model.ts';
import type { Activation } from '../../identity/features/model.ts';
import type { OnboardingLink } from '../../identity/onboarding-links/model.ts';
import type { OwnedPerson } from '../../identity/persons/model.ts';
import type { Screening } from '../../identity/screenings/model.ts';
import type { Verification } from '../../identity/verifications/model.ts';
import type { Authorization } from '../../issuing/authorizations/model.ts';
import type { CardToken } from '../../issuing/card-tokens/model.ts';
import type { Card } from '../../issuing/cards/model.ts';
import type { CardOrder } from '../../issuing/cards/order.ts';
import type { Transaction } from '../../issuing/transactions/model.ts';

/**
 * What becomes of a field when its customer is redacted: it stays, it is null, it is empty, or its own members are looked
 * at; of a list those of each item.
 */
type Erasure = 'kept' | 'null' | 'empty' | { readonly [member: string]: Erasure };

type NamesOf<T> = T extends T ? keyof T : never;

/** Every field of a resource by name: a field without a decision does not compile. */
type ErasuresOf<T> = Readonly<Record<NamesOf<T>, Erasure>>;

/** A call that meets a requirement can have a name that was read from a document. */
const call = { method: 'kept', path: 'kept', body: 'null' } as const;
const requirement = { code: 'kept', description: 'kept', resolve_with: call, alternatives: call } as const;
const requirements: Erasure = { currently_due: requirement, pending_verification: requirement };

/** What GET and events show beside what is stored: none of it is anybody's own words. */
const shownOnly: Readonly<Record<string, Erasure>> = {
  ...{ object: 'kept', allowed_actions: 'kept', status: 'kept', upload: 'null', blocked_by: 'kept' },
  ...{ eligibility: 'kept', requirements, ineligible_reasons: 'kept', limits: 'kept', open_count: 'kept' },
};

const life = { id: 'kept', tenant_id: 'kept', created_at: 'kept', updated_at: 'kept', version: 'kept' } as const;

const person: ErasuresOf<OwnedPerson> = {
  ...life,
  ...{ customer_id: 'kept', roles: 'kept', ownership_percent: 'kept', verification: 'kept', title: 'null' },
  latin_name: 'null',
  ...{ first_name: 'null', middle_name: 'null', last_name: 'null', date_of_birth: 'null', nationality: 'null' },
  ...{ address: 'null', email: 'null', phone: 'null' },
  ...{ tax_id_last4: 'null', tax_id_encrypted: 'null', tax_id_fingerprint: 'null' },
};

const customer: ErasuresOf<Customer> = {
  ...life,
  ...{ type: 'kept', status: 'kept', verification: 'kept', redaction: 'kept', status_reason: 'null' },
  latin_name: 'null',
  ...{ external_id: 'null', email: 'null', phone: 'null', address: 'null', metadata: 'empty' },
  ...{ tax_id_last4: 'null', tax_id_encrypted: 'null', tax_id_fingerprint: 'null' },
  ...{ first_name: 'null', middle_name: 'null', last_name: 'null', date_of_birth: 'null', nationality: 'null' },
  ...{ legal_name: 'null', registration_number: 'null', incorporation_country: 'null' },
  ...{ entity_type: 'null', industry_code: 'null', website: 'null', ownership_exemption: 'null' },
  ...{ owners_declared_at: 'kept', persons: person },
};

const agreement: ErasuresOf<Agreement> = {
  ...{ id: 'kept', tenant_id: 'kept', customer_id: 'kept', document: 'kept', version: 'kept' },
  ...{ accepted_at: 'kept', created_at: 'kept', ip: 'null', user_agent: 'null' },
};

const document: ErasuresOf<Document> = {
  ...life,
  ...{ customer_id: 'kept', person_id: 'kept', type: 'kept', side: 'kept', content_type: 'kept', size_bytes: 'kept' },
  ...{ status: 'kept', status_reason: 'kept', scheduled_at: 'kept', file_name: 'null', inspected: 'null' },
  ...{ expires_on: 'null', expiring_for: 'null' },
};

const verification: ErasuresOf<Verification> = {
  ...life,
  ...{ customer_id: 'kept', level: 'kept', document_ids: 'kept', status: 'kept', status_reason: 'kept' },
  ...{ assignee_id: 'kept', country: 'null' },
  ...{ last_error: 'kept', submitted_at: 'kept', decided_at: 'kept', tried_document_ids: 'kept' },
  ...{ remedied_errors: 'kept', reviewing: 'kept', scheduled_at: 'kept', identity: 'null', addresses: 'null' },
  attestation: { provider: 'kept', verified_at: 'kept', evidence: 'kept', attested_by: 'kept', reference: 'null' },
  ...{ checks: 'empty', held: 'kept', revision: 'kept' },
  review: { operator_id: 'kept', at: 'kept', code: 'kept', internal_note: 'null' },
};

const onboardingLink: ErasuresOf<OnboardingLink> = {
  ...life,
  ...{ customer_id: 'kept', level: 'kept', status: 'kept', hash: 'kept', asked_fields: 'kept', documents: 'kept' },
  person_ids: 'kept',
  ...{ verification_id: 'kept', brand_color: 'kept', expires_at: 'kept', completed_at: 'kept', return_url: 'null' },
};

const screening: ErasuresOf<Screening> = {
  ...life,
  ...{ customer_id: 'kept', subject_id: 'kept', status: 'kept', list_version: 'kept', screened_at: 'kept' },
  ...{ status_reason: 'null', matches: 'empty', decisions: 'empty', not_comparable: 'null' },
};

const feature: ErasuresOf<Activation> = {
  ...life,
  ...{ customer_id: 'kept', feature: 'kept', status: 'kept', activated_at: 'kept', status_reason: 'null' },
};

const card: ErasuresOf<Card> = {
  ...life,
  ...{ customer_id: 'kept', type: 'kept', issuer: 'kept', issuer_reference: 'kept', brand: 'kept', bin: 'kept' },
  ...{ last4: 'kept', exp_month: 'kept', exp_year: 'kept', currency: 'kept', spending_controls: 'kept' },
  ...{ state: 'kept', blocks: 'kept', replacement_for: 'kept', replaced_by: 'kept', replacement_reason: 'kept' },
  ...{ supersedes: 'kept', issuer_sync: 'kept', counted_with: 'kept', cancel_after: 'kept', fraud_warned_at: 'kept' },
  ...{ renews_at: 'kept', advanced_to: 'kept', renewal_skipped: 'kept' },
  ...{ pin_status: 'kept', pin_as_of: 'kept', pin_request_hash: 'kept', wrong_pins: 'kept' },
  ...{ cardholder_name: 'null', nickname: 'null', metadata: 'empty', status_reason: 'null' },
  shipping: {
    ...{ recipient: 'null', address: 'null', tracking_number: 'null', tracking_url: 'null' },
    ...{ method: 'kept', status: 'kept', carrier: 'kept', estimated_delivery: 'kept', history: 'kept' },
  },
};

const cardToken: ErasuresOf<CardToken> = {
  ...life,
  ...{ customer_id: 'kept', card_id: 'kept', issuer: 'kept', issuer_reference: 'kept', issuer_sync: 'kept' },
  ...{ wallet: 'kept', device_type: 'kept', network: 'kept', last4: 'kept', status: 'kept', status_reason: 'kept' },
  ...{ reported_status: 'kept', reported_at: 'kept' },
};

const authorization: ErasuresOf<Authorization> = {
  ...life,
  ...{ customer_id: 'kept', card_id: 'kept', issuer: 'kept', issuer_reference: 'kept', amount: 'kept' },
  ...{ currency: 'kept', captured_amount: 'kept', approved: 'kept', decline_reason: 'kept', status: 'kept' },
  ...{ refunded_amount: 'kept', transactions: 'kept' },
  ...{
    declined_increment: 'kept',
    history: 'kept',
    amount_as_of: 'kept',
    approvals: 'kept',
    counted_with: 'kept',
    windows: 'kept',
  },
  merchant: { name: 'null', network_id: 'null', category: 'kept', country: 'kept' },
  ...{ merchant_currency: 'kept', card_presence: 'kept' },
  ...{ requested_amount: 'kept', is_amount_controllable: 'kept', decided_by: 'kept', decision_ms: 'kept' },
  business_response: { decision: 'kept', amount: 'kept', response_ms: 'kept', reason: 'null' },
  ...{ fallback_reason: 'kept', metadata: 'empty' },
};

const transaction: ErasuresOf<Transaction> = {
  ...life,
  ...{ customer_id: 'kept', card_id: 'kept', authorization_id: 'kept', issuer: 'kept', issuer_reference: 'kept' },
  ...{ kind: 'kept', amount: 'kept', currency: 'kept', merchant_amount: 'kept', merchant_currency: 'kept' },
  ...{ network_date: 'kept', merchant: authorization.merchant },
};

const order: ErasuresOf<CardOrder> = {
  ...{ tenant_id: 'kept', customer_id: 'kept', operation: 'kept', path_ids: 'kept', idempotency_key: 'kept' },
  ...{ request_hash: 'kept', card_id: 'kept', ordered_at: 'kept', scheduled_at: 'kept', state: 'kept' },
  ...{ cardholder_name: 'null', destination: 'null' },
};

/** What becomes of what a customer has, by the name that events have for it. */
export const personalFields = {
  ...{ customer, person, agreement, document, verification, onboarding_link: onboardingLink, screening },
  ...{ customer_feature: feature, card, card_token: cardToken, authorization, transaction, order },
} as const;

/** What is stored or shown of a customer, by name. */
export type PersonalResource = keyof typeof personalFields;

/** The fields that change when this is redacted, as they then are; none where it is already. What nobody has decided over is null. */
export const erasedFields = <T extends object>(resourceType: PersonalResource, of: T): Partial<T> =>
  changes(of, { ...shownOnly, ...personalFields[resourceType] }) as Partial<T>;

/** The whole of it when it is redacted. */
export const erased = <T extends object>(resourceType: PersonalResource, of: T): T => ({
  ...of,
  ...erasedFields(resourceType, of),
});

const changes = (of: object, erasures: Readonly<Record<string, Erasure>>): object =>
  Object.fromEntries(
    Object.entries(of).flatMap(([name, value]) => {
      const left = leftOf(value, erasures[name] ?? 'null');
      return deepEqual(left, value) ? [] : [[name, left]];
    }),
  );

const leftOf = (value: unknown, erasure: Erasure): unknown => {
  if (erasure === 'kept' || value === undefined || value === null) return value;
  if (erasure === 'null') return null;
  if (erasure === 'empty') return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.map((one) => leftOf(one, erasure));
  return { ...value, ...changes(value, erasure) };
};
