import type { EventType } from '../functions/core/event-types.ts';
import { webhookActions } from '../functions/delivery/webhooks/model.ts';
import { nothingRequired } from '../functions/identity/customers/requirements.ts';
import { customerActions } from '../functions/identity/customers/states.ts';
import type { DocumentStatus } from '../functions/identity/documents/states.ts';
import { featureOf, limitsIn } from '../functions/identity/features/model.ts';
import type { ActivationStatus } from '../functions/identity/features/states.ts';
import {
  type VerificationErrorCode,
  verificationErrors,
} from '../functions/identity/verifications/errors.ts';
import type { VerificationStatus } from '../functions/identity/verifications/states.ts';
import type { AuthorizationEventType } from '../functions/issuing/authorizations/model.ts';
import type { CardTokenEventType } from '../functions/issuing/card-tokens/states.ts';
import type { CardEventType } from '../functions/issuing/cards/states.ts';
import type { TransactionEventType } from '../functions/issuing/transactions/model.ts';
import type { AccountStatus } from '../functions/tenants/accounts/model.ts';

/** What an example of an event type adds to the example of its resource. */
export type Sample = {
  /** What the event says of its resource; the rest of `data` is the example of the resource. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Which change of the resource this is. */
  readonly sequence: number;
  readonly previous?: Readonly<Record<string, unknown>>;
};

const approved = {
  approved: true,
  decline_reason: null,
  status: 'pending',
  requested_amount: 4_250,
  is_amount_controllable: false,
  decided_by: 'rules',
  decision_ms: 24,
  business_response: null,
  fallback_reason: null,
  metadata: {},
  captured_amount: 0,
  refunded_amount: 0,
  transactions: [],
  history: [{ status: 'pending', amount: 4_250, at: '2026-11-20T15:04:05.123Z' }],
};

/** The samples of the events of an authorization. */
export const authorizationSamples: Readonly<Record<AuthorizationEventType, Sample>> = {
  'card.authorization_approved': { sequence: 1, data: { ...approved, version: 1 } },
  'card.authorization_declined': {
    sequence: 1,
    data: {
      ...approved,
      version: 1,
      approved: false,
      decline_reason: 'daily_limit_exceeded',
      status: 'closed',
      history: [{ status: 'closed', amount: 0, at: '2026-11-20T15:04:05.123Z' }],
    },
  },
  'card.authorization_reversed': {
    sequence: 2,
    data: {
      ...approved,
      version: 2,
      status: 'reversed',
      history: [
        ...approved.history,
        { status: 'reversed', amount: 0, at: '2026-11-20T16:10:00.000Z' },
      ],
    },
  },
};

/** The sample of the event of a transaction. */
export const transactionSamples: Readonly<Record<TransactionEventType, Sample>> = {
  'card.transaction_created': {
    sequence: 1,
    data: {
      version: 1,
      kind: 'capture',
      amount: 4_250,
      currency: 'USD',
      merchant_amount: 4_250,
      merchant_currency: 'USD',
      network_date: '2026-11-21',
    },
  },
};

const shipping = (status: string, history: readonly string[]) => ({
  recipient: 'Ada Lovelace',
  address: {
    line1: '12 St James’s Square',
    line2: null,
    city: 'London',
    state: null,
    postal_code: 'SW1Y 4LB',
    country: 'GB',
  },
  method: 'standard',
  status,
  carrier: null,
  tracking_number: null,
  tracking_url: null,
  estimated_delivery: null,
  history: history.map((step) => ({ status: step, at: '2026-11-20T15:04:05.123Z' })),
});

const works = ['freeze', 'close', 'replace', 'reveal'];

const virtual = {
  status: 'active',
  status_reason: null,
  allowed_actions: works,
  type: 'virtual',
  issuer: 'simulator',
  exp_month: 11,
  cardholder_name: 'Ada Lovelace',
  spending_controls: {
    limits: [{ amount: 500_000, interval: 'daily' }],
    velocity_limits: [],
    allowed_categories: [],
    blocked_categories: [],
    allowed_countries: [],
    allowed_merchants: [],
    blocked_merchants: [],
    allowed_card_presences: [],
    allowed_currencies: [],
  },
  cancel_after: null,
  shipping: null,
  replacement_for: null,
  replaced_by: null,
  replacement_reason: null,
  renewal_skipped: null,
  blocked_by: [],
  pin_status: 'active',
  issuer_sync: { status: 'synced', version: 1, since: '2026-11-20T15:04:05.123Z', error: null },
};

const sample = (sequence: number, over: object = {}): Sample => ({
  sequence,
  data: { ...virtual, version: sequence, ...over },
});
const blocked = {
  status: 'blocked',
  allowed_actions: ['close'],
  blocked_by: ['customer_suspended'],
};
const physical = {
  type: 'physical',
  shipping: shipping('delivered', ['pending', 'submitted', 'shipped', 'delivered']),
};
const submitted = { type: 'physical', shipping: shipping('submitted', ['pending', 'submitted']) };

/** The samples of the events of a card. */
export const cardSamples: Readonly<Record<CardEventType, Sample>> = {
  'card.created': sample(1),
  'card.updated': {
    ...sample(2, { nickname: 'Travel' }),
    previous: { nickname: null },
  },
  'card.activated': sample(5, physical),
  'card.frozen': sample(3, {
    status: 'frozen',
    allowed_actions: ['unfreeze', 'close', 'replace', 'reveal'],
  }),
  'card.unfrozen': sample(4),
  'card.blocked': sample(5, blocked),
  'card.unblocked': sample(6),
  'card.closed': sample(7, { status: 'closed', status_reason: 'lost', allowed_actions: [] }),
  'card.replaced': sample(6, {
    allowed_actions: ['freeze', 'close', 'reveal'],
    replaced_by: 'card_01jd5fq7k9e8xv3m2n4p6r8t1x',
  }),
  'card.renewal_skipped': sample(7, { renewal_skipped: 'customer_not_eligible' }),
  'card.shipping_updated': sample(2, {
    ...submitted,
    status: 'inactive',
    allowed_actions: ['close', 'replace'],
  }),
  'card.revealed': sample(2),
  'card.pin_changed': sample(2),
  'card.pin_blocked': sample(3, {
    pin_status: 'blocked',
    allowed_actions: [...works, 'unblock-pin'],
  }),
  'card.pin_unblocked': sample(4),
};

const token = (sequence: number, status: string, allowed_actions: readonly string[]): Sample => ({
  sequence,
  data: {
    version: sequence,
    status,
    status_reason: null,
    allowed_actions,
    wallet: 'apple_pay',
    device_type: 'phone',
    network: 'visa',
    last4: '7801',
    issuer: 'simulator',
    issuer_sync: virtual.issuer_sync,
  },
});

/** The samples of the events of a token. */
const cardTokenSamples: Readonly<Record<CardTokenEventType, Sample>> = {
  'card_token.created': token(1, 'requested', ['suspend', 'delete']),
  'card_token.activated': token(2, 'active', ['suspend', 'delete']),
  'card_token.suspended': token(3, 'suspended', ['resume', 'delete']),
  'card_token.resumed': token(4, 'active', ['suspend', 'delete']),
  'card_token.deleted': token(5, 'deleted', []),
};

const customer = (
  status: 'active' | 'suspended' | 'closed',
  version: number,
  status_reason: string | null = null,
) => ({
  version,
  status,
  status_reason,
  allowed_actions: customerActions(status),
  verification: { status: 'unverified', level: null, verified_at: null },
  middle_name: null,
  last_name: 'Lovelace',
  latin_name: null,
  redaction: null,
});

const redactedCustomer = {
  ...customer('closed', 8),
  allowed_actions: [],
  external_id: null,
  email: null,
  phone: null,
  address: null,
  metadata: {},
  first_name: null,
  last_name: null,
  date_of_birth: null,
  nationality: null,
  tax_id_last4: null,
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
  destination: null,
  event_types: ['*'],
  health,
  disabled_reason: null,
  secrets: [{ version: 1, created_at: '2026-11-20T15:04:05.123Z', expires_at: null }],
});

const person = (version: number) => ({
  version,
  middle_name: null,
  last_name: 'Lovelace',
  latin_name: null,
  verification: { status: 'unverified', level: null, verified_at: null },
});

const document = (
  status: DocumentStatus,
  version: number,
  status_reason: string | null = null,
) => ({
  version,
  status,
  status_reason,
  allowed_actions: [],
  type: 'passport',
  side: 'front',
  content_type: 'image/jpeg',
  expires_on: null,
  upload: null,
});

const verification = (status: VerificationStatus, version: number, more: object = {}) => ({
  version,
  status,
  status_reason: null,
  allowed_actions: status === 'requires_input' ? ['submit', 'cancel'] : [],
  level: 'standard',
  requirements: nothingRequired,
  attestation: null,
  last_error: null,
  submitted_at:
    status === 'processing' || status === 'verified' ? '2026-11-20T15:03:00.000Z' : null,
  decided_at: status === 'verified' ? '2026-11-20T15:04:05.123Z' : null,
  ...more,
});

const undecided = { decided_at: null, decided_by: null, reason: null };
const entryDecision = {
  decided_at: '2026-11-20T15:04:05.123Z',
  decided_by: 'opr_01jd5fq7k9e8xv3m2n4p6r8t0w',
  reason: 'Born in another year.',
};

const screening = (
  status: 'clear' | 'open' | 'confirmed',
  version: number,
  match: 'open' | 'cleared' | 'confirmed',
) => ({
  version,
  status,
  status_reason: match === 'open' ? null : entryDecision.reason,
  allowed_actions: status === 'open' ? ['clear', 'confirm'] : ['clear'],
  open_count: status === 'open' ? 1 : 0,
  matches: [
    {
      list: 'ofac',
      entry_id: '12345',
      name: 'Ada LOVELASE',
      score: 0.93,
      categories: ['sanction'],
      url: 'https://sanctionssearch.ofac.treas.gov/Details.aspx?id=12345',
      status: match,
      ...(match === 'open' ? undecided : entryDecision),
    },
  ],
  not_comparable: null,
});

const notComparable = {
  matches: [],
  not_comparable: { scripts: ['Ethi'], status: 'open', ...undecided },
};

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
      ? [
          {
            code: 'customer_suspended',
            description: 'The customer is suspended; reactivate it first.',
          },
        ]
      : [],
  limits: [...limitsIn(featureOf('virtual_cards'), 'USD')],
  activated_at: status === 'inactive' ? null : '2026-11-20T15:04:05.123Z',
  allowed_actions: status === 'inactive' ? ['activate'] : ['deactivate'],
});

const account = (status: AccountStatus, status_reason: string | null, version: number) => ({
  version,
  status,
  status_reason,
  allowed_actions: [],
});

const onboardingLink = (status: string, version: number) => ({
  version,
  status,
  status_reason: null,
  allowed_actions: status === 'active' ? ['revoke'] : [],
  verification_id: null,
  completed_at: null,
});

const completed = {
  verification_id: 'idv_01jd5fq7k9e8xv3m2n4p6r8t0w',
  completed_at: '2026-11-20T15:04:05.123Z',
};

const apiKey = { kind: 'secret', expires_at: null, revoked_at: null };

/** The sample of each event type. */
export const eventSamples: Readonly<Record<EventType, Sample>> = {
  'customer.created': { sequence: 1, data: customer('active', 1) },
  'customer.updated': {
    sequence: 2,
    data: customer('active', 2),
    previous: { email: 'ada@example.com' },
  },
  'customer.suspended': { sequence: 3, data: customer('suspended', 3, 'Asked for a pause.') },
  'customer.reactivated': { sequence: 4, data: customer('active', 4) },
  'customer.closed': { sequence: 5, data: customer('closed', 5, 'Updated away.') },
  'customer.redacted': { sequence: 8, data: redactedCustomer },
  'agreement.created': { sequence: 1, data: {} },
  'person.created': { sequence: 1, data: person(1) },
  'person.updated': { sequence: 2, data: person(2), previous: { phone: null } },
  'person.removed': { sequence: 3, data: person(3) },
  'document.created': { sequence: 1, data: document('awaiting_upload', 1) },
  'document.processing': { sequence: 2, data: document('processing', 2) },
  'document.accepted': { sequence: 3, data: document('accepted', 3) },
  'document.rejected': { sequence: 3, data: document('rejected', 3, 'unreadable') },
  'document.updated': {
    sequence: 4,
    data: { ...document('accepted', 4), expires_on: '2026-12-15' },
    previous: { expires_on: null },
  },
  'document.expiring': {
    sequence: 5,
    data: { ...document('accepted', 5), expires_on: '2026-12-15' },
  },
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
  'verification.rejected': {
    sequence: 4,
    data: verification('rejected', 4, decided('suspected_fraud')),
  },
  'verification.canceled': { sequence: 3, data: verification('canceled', 3) },
  'onboarding_link.created': { sequence: 1, data: onboardingLink('active', 1) },
  'onboarding_link.revoked': { sequence: 2, data: onboardingLink('revoked', 2) },
  'customer.onboarding_completed': {
    sequence: 2,
    data: { ...onboardingLink('completed', 2), ...completed },
  },
  'screening.match_found': { sequence: 1, data: screening('open', 1, 'open') },
  'screening.not_comparable': {
    sequence: 1,
    data: { ...screening('open', 1, 'open'), ...notComparable },
  },
  'screening.cleared': { sequence: 2, data: screening('clear', 2, 'cleared') },
  'screening.confirmed': { sequence: 2, data: screening('confirmed', 2, 'confirmed') },
  ...cardSamples,
  ...cardTokenSamples,
  ...authorizationSamples,
  ...transactionSamples,
  'feature.activated': { sequence: 1, data: customerFeature('active') },
  'feature.deactivated': { sequence: 2, data: customerFeature('inactive', 'No longer wanted.') },
  'feature.suspended': { sequence: 2, data: customerFeature('suspended', 'customer_suspended') },
  'feature.resumed': { sequence: 3, data: customerFeature('active') },
  'account.suspended': { sequence: 2, data: account('suspended', 'Invoices are not paid.', 2) },
  'account.reactivated': { sequence: 3, data: account('active', null, 3) },
  'api_key.created': { sequence: 1, data: apiKey },
  'api_key.rotated': { sequence: 2, data: { ...apiKey, expires_at: '2026-11-21T15:04:05.123Z' } },
  'api_key.revoked': { sequence: 2, data: { ...apiKey, revoked_at: '2026-11-20T15:04:05.123Z' } },
  'webhook.updated': {
    sequence: 2,
    data: { ...webhook('enabled'), version: 2 },
    previous: { url: 'https://old.example.com/****', headers: { authorization: '****' } },
  },
  'webhook.failing': { sequence: 2, data: { ...webhook('enabled', failing), version: 2 } },
  'webhook.recovered': { sequence: 3, data: { ...webhook('enabled'), version: 3 } },
  'operator.invited': { sequence: 1, data: { version: 1, role: 'viewer' } },
  'operator.updated': {
    sequence: 2,
    data: { version: 2, role: 'developer' },
    previous: { role: 'viewer' },
  },
  'operator.removed': { sequence: 3, data: { version: 3, role: 'developer' } },
  'webhook.disabled': {
    sequence: 2,
    data: { ...webhook('disabled'), version: 2, disabled_reason: 'endpoint_gone' },
  },
  'webhook.test': { sequence: 1, data: webhook('enabled') },
};
