import type { AccountStatus } from '../../domain/accounts/account.ts';
import { customerActions } from '../../domain/customers/life.ts';
import type { DocumentStatus } from '../../domain/documents/life.ts';
import type { EventType } from '../../domain/events/types.ts';
import type { ActivationStatus } from '../../domain/features/activation-life.ts';
import { features } from '../../domain/features/catalogue.ts';
import { nothingRequired } from '../../domain/requirement.ts';
import { type VerificationErrorCode, verificationErrors } from '../../domain/verifications/errors.ts';
import type { VerificationStatus } from '../../domain/verifications/life.ts';
import { webhookActions } from '../../domain/webhooks/webhook.ts';
import { authorizationSamples } from '../authorizations/samples.ts';
import { cardSamples } from '../cards/samples.ts';
import type { Sample } from '../event-sample.ts';

const customer = (status: 'active' | 'suspended' | 'closed', version: number, status_reason: string | null = null) => ({
  version,
  status,
  status_reason,
  allowed_actions: customerActions(status),
  verification: { status: 'unverified', level: null, verified_at: null },
  middle_name: null,
  last_name: 'Lovelace',
  redaction: null,
});

const redactedCustomer = {
  ...customer('closed', 8),
  ...{ allowed_actions: [], external_id: null, email: null, phone: null, address: null, metadata: {} },
  ...{ first_name: null, last_name: null, date_of_birth: null, nationality: null, tax_id_last4: null },
  redaction: { status: 'done', since: '2026-11-20T15:04:05.123Z', erased: 24 },
};

const healthy = {
  state: 'healthy',
  since: '2026-11-20T15:04:05.123Z',
  consecutive_failures: 0,
  last_success_at: '2026-11-20T15:04:05.123Z',
  last_failure_at: null,
  next_probe_at: null,
  paused_until: null,
};

const failing = {
  ...healthy,
  state: 'open',
  since: '2026-11-19T15:04:35.123Z',
  consecutive_failures: 104,
  last_success_at: '2026-11-19T15:03:59.123Z',
  last_failure_at: '2026-11-20T15:04:05.123Z',
  next_probe_at: '2026-11-20T15:19:05.123Z',
};

const webhook = (status: 'enabled' | 'disabled', health: object = healthy) => ({
  status,
  allowed_actions: webhookActions[status],
  url: 'https://example.com/****',
  event_types: ['*'],
  health,
  disabled_reason: null,
  secrets: [{ version: 1, created_at: '2026-11-20T15:04:05.123Z', expires_at: null }],
});

const document = (status: DocumentStatus, version: number, status_reason: string | null = null) => ({
  version,
  status,
  status_reason,
  allowed_actions: [],
  type: 'passport',
  side: 'front',
  content_type: 'image/jpeg',
  upload: null,
});

const verification = (status: VerificationStatus, version: number, more: object = {}) => ({
  version,
  status,
  status_reason: null,
  allowed_actions: status === 'requires_input' ? ['submit', 'cancel'] : [],
  level: 'standard',
  requirements: nothingRequired,
  last_error: null,
  submitted_at: status === 'processing' || status === 'verified' ? '2026-11-20T15:03:00.000Z' : null,
  decided_at: status === 'verified' ? '2026-11-20T15:04:05.123Z' : null,
  ...more,
});

const decided = (code: VerificationErrorCode) => {
  const { message, leads_to } = verificationErrors[code];
  const last_error = { code, message, retryable: leads_to === 'requires_input' };
  const submitted_at = '2026-11-20T15:03:00.000Z';
  return { status_reason: code, last_error, submitted_at, decided_at: '2026-11-20T15:04:05.123Z' };
};

const customerFeature = (status: ActivationStatus, status_reason: string | null = null) => ({
  feature: 'virtual_cards',
  eligibility: status === 'suspended' ? 'ineligible' : 'eligible',
  status,
  status_reason,
  requirements: nothingRequired,
  ineligible_reasons:
    status === 'suspended'
      ? [{ code: 'customer_suspended', description: 'The customer is suspended; reactivate it first.' }]
      : [],
  limits: [...features.virtual_cards.limits],
  activated_at: status === 'inactive' ? null : '2026-11-20T15:04:05.123Z',
  allowed_actions: status === 'inactive' ? ['activate'] : ['deactivate'],
});

const account = (status: AccountStatus, status_reason: string | null, version: number) => ({
  ...{ version, status, status_reason, allowed_actions: [] },
});

const apiKey = { kind: 'secret', expires_at: null, revoked_at: null };

/** What makes the example of each type tell its own story. Exhaustive by type. */
export const eventSamples: Readonly<Record<EventType, Sample>> = {
  'customer.created': { sequence: 1, data: customer('active', 1) },
  'customer.updated': {
    sequence: 2,
    data: customer('active', 2),
    previous: { email: 'ada@example.com' },
  },
  'customer.suspended': { sequence: 3, data: customer('suspended', 3, 'Asked for a pause.') },
  'customer.reactivated': { sequence: 4, data: customer('active', 4) },
  'customer.closed': { sequence: 5, data: customer('closed', 5, 'Moved away.') },
  'customer.redacted': { sequence: 8, data: redactedCustomer },
  'document.created': { sequence: 1, data: document('awaiting_upload', 1) },
  'document.processing': { sequence: 2, data: document('processing', 2) },
  'document.accepted': { sequence: 3, data: document('accepted', 3) },
  'document.rejected': { sequence: 3, data: document('rejected', 3, 'unreadable') },
  'document.expired': { sequence: 2, data: document('expired', 2) },
  'verification.created': { sequence: 1, data: verification('requires_input', 1) },
  'verification.updated': {
    sequence: 2,
    data: verification('requires_input', 2),
    previous: { document_ids: [] },
  },
  'verification.processing': { sequence: 3, data: verification('processing', 3) },
  'verification.requires_input': {
    sequence: 4,
    data: verification('requires_input', 4, decided('document_unreadable')),
  },
  'verification.verified': { sequence: 4, data: verification('verified', 4) },
  'verification.rejected': { sequence: 4, data: verification('rejected', 4, decided('suspected_fraud')) },
  'verification.canceled': { sequence: 3, data: verification('canceled', 3) },
  ...cardSamples,
  ...authorizationSamples,
  'feature.activated': { sequence: 1, data: customerFeature('active') },
  'feature.deactivated': { sequence: 2, data: customerFeature('inactive', 'No longer wanted.') },
  'feature.suspended': { sequence: 2, data: customerFeature('suspended', 'customer_suspended') },
  'feature.resumed': { sequence: 3, data: customerFeature('active') },
  'account.suspended': { sequence: 2, data: account('suspended', 'Invoices are not paid.', 2) },
  'account.reactivated': { sequence: 3, data: account('active', null, 3) },
  'api_key.created': { sequence: 1, data: apiKey },
  'api_key.rotated': { sequence: 2, data: { ...apiKey, expires_at: '2026-11-21T15:04:05.123Z' } },
  'api_key.revoked': { sequence: 2, data: { ...apiKey, revoked_at: '2026-11-20T15:04:05.123Z' } },
  'webhook.failing': { sequence: 2, data: { ...webhook('enabled', failing), version: 2 } },
  'webhook.recovered': { sequence: 3, data: { ...webhook('enabled'), version: 3 } },
  'operator.invited': { sequence: 1, data: { version: 1, role: 'viewer' } },
  'operator.updated': { sequence: 2, data: { version: 2, role: 'developer' }, previous: { role: 'viewer' } },
  'operator.removed': { sequence: 3, data: { version: 3, role: 'developer' } },
  'webhook.disabled': {
    sequence: 2,
    data: { ...webhook('disabled'), version: 2, disabled_reason: 'endpoint_gone' },
  },
  'webhook.test': { sequence: 1, data: webhook('enabled') },
};
