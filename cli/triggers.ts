import type { EventType } from '../functions/core/event-types.ts';
import { encryptedPin } from './encrypted-pin.ts';

/** What the calls so far have returned, by the name of each. */
export type Made = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The upload of a document that was announced, or a call of a public route. */
export type Step = { readonly upload: string } | Call;

/** One call; `{name}` in its path is the id of what an earlier call returned. */
export type Call = {
  readonly call: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  readonly body?: object | ((made: Made) => object | Promise<object>);
  /** What the answer is called in later steps; `feature`: that which its refusal says the customer lacks. */
  readonly as?: string;
  /** What the next step waits for: that something has a status, or without one that it is not processed any more. */
  readonly awaits?: { readonly path: string; readonly status?: string };
};

/** The calls that make an event, those that tidy up, and how much later it follows where that is long. */
export type Steps = {
  readonly steps: readonly Step[];
  readonly undo?: readonly Step[];
  readonly later?: string;
};

/** How an event is produced, or why a program cannot. */
export type Trigger = Steps | { readonly why: string };

const metadata = { made_by: 'fsapi trigger' };
const address = {
  line1: '12 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country: 'GB',
};
const homes = [
  address,
  { line1: '350 Fifth Avenue', city: 'New York', state: 'NY', postal_code: '10118', country: 'US' },
];

/** An address where the environment offers a feature. */
const homeIn = ({ features }: Made): object => {
  const offered = (features?.data ?? []) as readonly { readonly countries: readonly string[] }[];
  return (
    homes.find(({ country }) => offered.some(({ countries }) => countries.includes(country))) ??
    address
  );
};

const born = { date_of_birth: '1990-04-23', nationality: 'GB' };

/** The sandbox decides by the last name: `GET /simulations/scenarios`. */
const individual = (last_name = 'Lovelace'): Step => ({
  call: 'POST /customers',
  body: (made) => ({
    type: 'individual',
    first_name: 'Ada',
    last_name,
    phone: '+441632960961',
    metadata,
    ...born,
    address: homeIn(made),
  }),
  as: 'customer',
});

const company: Step = {
  call: 'POST /customers',
  body: {
    type: 'business',
    legal_name: 'Engines Ltd',
    incorporation_country: 'GB',
    address,
    metadata,
  },
  as: 'customer',
};

const person: Step = {
  call: 'POST /customers/{customer}/persons',
  body: { roles: ['representative'], first_name: 'Ada', last_name: 'Lovelace' },
  as: 'person',
};

const document = (type: 'passport' | 'selfie'): Step => ({
  call: 'POST /customers/{customer}/documents',
  body: { type, content_type: 'image/jpeg', size_bytes: upload_bytes },
  as: type,
});

/** What is uploaded is no picture, so the document is rejected once it was looked at. */
export const upload_bytes = 2_000;

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const accept = (type: 'passport' | 'selfie', expires_on?: () => string): Step => ({
  call: `POST /simulations/documents/{${type}}`,
  body: () => ({ outcome: 'accepted', ...(expires_on && { expires_on: expires_on() }) }),
});

const documents = [document('passport'), document('selfie'), accept('passport'), accept('selfie')];

const verification: Step = {
  call: 'POST /customers/{customer}/verifications',
  body: ({ passport, selfie }: Made) => ({
    level: 'standard',
    document_ids: [passport, selfie].flatMap((one) => one?.id ?? []),
  }),
  as: 'verification',
};

const submit: Step = {
  call: 'POST /verifications/{verification}/submit',
  awaits: { path: '/verifications/{verification}' },
};
const submitted = (last_name?: string) => [
  individual(last_name),
  ...documents,
  verification,
  submit,
];

const terms: Step = {
  call: 'POST /customers/{customer}/agreements',
  body: () => ({
    document: 'card_user_terms',
    version: '1',
    accepted_at: new Date().toISOString(),
    ip: '203.0.113.7',
  }),
};

const customerFeatures = '/customers/{customer}/features';

const feature = (action: 'activate' | 'deactivate'): Step => ({
  call: `POST ${customerFeatures}/{feature}/${action}`,
});

const card = (type: 'virtual' | 'physical', as: 'card' | 'feature' = 'card'): Step => ({
  call: 'POST /cards',
  body: ({ customer }: Made) => ({ type, customer_id: customer?.id, currency: 'USD' }),
  as,
});

/** The feature for a type of cards is that of the environment's catalogue. */
const activated = (type: 'virtual' | 'physical' = 'virtual') => [
  ...[...submitted(), terms, card(type, 'feature')],
  feature('activate'),
];

const virtual = [...activated(), card('virtual')];
const physical = [...activated('physical'), card('physical')];
const provisioned = (status: 'requested' | 'active'): Step => ({
  call: 'POST /simulations/cards/{card}/provision-token',
  body: { wallet: 'apple_pay', device_type: 'phone', status },
  as: 'token',
});
const token = (action: 'suspend' | 'resume' | 'delete'): Step => ({
  call: `POST /card-tokens/{token}/${action}`,
});
const shipping = (status: string): Step => ({
  call: 'POST /simulations/cards/{card}/shipping',
  body: { status },
});

const on = (
  resource: string,
  action: string,
  body: object | ((made: Made) => object) = {},
): Step => ({
  call: `POST /${resource}s/{${resource}}/${action}`,
  body,
});

/** What a suspension brings about follows in a moment. */
const suspended = (path: string, status: string): Step => ({
  call: 'POST /customers/{customer}/suspend',
  awaits: { path, status },
});

const authorize = (amount: number, more: object = {}): Step => ({
  call: 'POST /simulations/cards/{card}/authorize',
  body: { amount, currency: 'USD', category: '5411', country: 'US', ...more },
  as: 'authorization',
});

const pinSet: readonly Step[] = [
  { call: 'GET /cards/{card}/pin-key', as: 'pin_key' },
  {
    call: 'PUT /cards/{card}/pin',
    body: async ({ pin_key }) => ({
      encrypted_pin: await encryptedPin('4711', pin_key as Parameters<typeof encryptedPin>[1]),
    }),
  },
];
const wrongPins = Array.from({ length: 3 }, () => authorize(100, { pin: 'incorrect' }));

/** A key whose private half nobody has: the event is what is wanted, not the number. The example of RFC 7517, A.1. */
const public_key = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
};

/** Nothing answers at this address, and the webhook is deleted afterwards. */
const webhook: Step = {
  call: 'POST /webhooks',
  body: { url: 'https://webhook.example/fsapi', event_types: ['webhook.test'], metadata },
  as: 'webhook',
};

const undo: readonly Step[] = [{ call: 'DELETE /webhooks/{webhook}' }];
const link: Step = {
  call: 'POST /customers/{customer}/onboarding-links',
  body: { return_url: 'https://example.com/' },
  as: 'onboarding_link',
};

const by = (...steps: readonly Step[]): Trigger => ({ steps });
const onlyBy = (why: string): Trigger => ({ why });

const operator =
  'An operator decides that: fsapi trigger screening.match_found, then open the customer in the dashboard.';
const inDashboard = 'People and keys are managed in the dashboard alone.';
const days =
  'It follows when an endpoint has failed for a day. To see its body: POST /webhooks/{webhook_id}/test.';
const service =
  'The operator of the service suspends and reactivates a business: npm run ops -- business.';

/** How the sandbox is made to emit each type of event. */
export const triggers: Readonly<Record<EventType, Trigger>> = {
  'customer.created': by(individual()),
  'customer.updated': by(individual(), {
    call: 'PATCH /customers/{customer}',
    body: { email: 'ada@example.com' },
  }),
  'customer.suspended': by(individual(), on('customer', 'suspend')),
  'customer.reactivated': by(individual(), on('customer', 'suspend'), on('customer', 'reactivate')),
  'customer.closed': by(individual(), on('customer', 'close')),
  'customer.redacted': {
    steps: [individual(), on('customer', 'close'), on('customer', 'redact')],
    later: 'about seventeen minutes later, when no link for an upload is valid any more',
  },
  'agreement.created': by(individual(), terms),
  'person.created': by(company, person),
  'person.updated': by(company, person, {
    call: 'PATCH /persons/{person}',
    body: { title: 'Director' },
  }),
  'person.removed': by(company, person, { call: 'DELETE /persons/{person}' }),
  'document.created': by(individual(), document('passport')),
  'document.processing': by(individual(), document('passport'), { upload: 'passport' }),
  'document.accepted': by(individual(), document('passport'), accept('passport')),
  'document.rejected': by(individual(), document('passport'), {
    call: 'POST /simulations/documents/{passport}',
    body: { outcome: 'rejected', reason: 'unreadable' },
  }),
  'document.updated': onlyBy('A reviewer states when a document expires, in the dashboard.'),
  'document.expiring': by(
    individual(),
    document('passport'),
    accept('passport', () => inDays(7)),
  ),
  'document.expired': by(
    individual(),
    document('passport'),
    accept('passport', () => inDays(-2)),
  ),
  'verification.created': by(individual(), verification),
  'verification.updated': by(individual(), verification, document('selfie'), accept('selfie'), {
    call: 'PATCH /verifications/{verification}',
    body: ({ selfie }) => ({ document_ids: [selfie?.id] }),
  }),
  'verification.processing': by(...submitted()),
  'verification.requires_input': by(...submitted('Name Mismatch')),
  'verification.verified': by(...submitted()),
  'verification.rejected': by(...submitted('Suspected Fraud')),
  'verification.canceled': by(individual(), verification, on('verification', 'cancel')),
  'onboarding_link.created': by(individual(), link),
  'onboarding_link.revoked': by(individual(), link, {
    call: 'POST /onboarding-links/{onboarding_link}/revoke',
  }),
  'customer.onboarding_completed': onlyBy(
    'A customer completes the page: fsapi post /customers/{customer_id}/onboarding-links, then open its url.',
  ),
  'screening.match_found': by(...submitted('Listed')),
  'screening.not_comparable': by(...submitted('Not Comparable')),
  'screening.cleared': onlyBy(operator),
  'screening.confirmed': onlyBy(operator),
  'feature.activated': by(...activated()),
  'feature.deactivated': by(...activated(), feature('deactivate')),
  'feature.suspended': by(...activated(), on('customer', 'suspend')),
  'feature.resumed': by(
    ...activated(),
    suspended(`${customerFeatures}/{feature}`, 'suspended'),
    on('customer', 'reactivate'),
  ),
  'card.created': by(...virtual),
  'card.updated': by(...virtual, { call: 'PATCH /cards/{card}', body: { nickname: 'Travel' } }),
  'card.activated': by(
    ...[...physical, shipping('submitted'), shipping('shipped')],
    on('card', 'activate', (made) => ({ last4: made.card?.last4 })),
  ),
  'card.frozen': by(...virtual, on('card', 'freeze')),
  'card.unfrozen': by(...virtual, on('card', 'freeze'), on('card', 'unfreeze')),
  'card.blocked': by(...virtual, on('customer', 'suspend')),
  'card.unblocked': by(
    ...virtual,
    suspended('/cards/{card}', 'blocked'),
    on('customer', 'reactivate'),
  ),
  'card.closed': by(...virtual, on('card', 'close', { reason: 'lost' })),
  'card.replaced': by(...virtual, on('card', 'replace', { reason: 'lost' })),
  'card.renewal_skipped': onlyBy(
    'A card that cannot be renewed expires soon: fsapi post /simulations/clock, with a time years ahead, for all your cards.',
  ),
  'card.shipping_updated': by(...physical, shipping('submitted')),
  'card.revealed': by(...virtual, on('card', 'reveal', { public_key })),
  'card.pin_changed': by(...virtual, ...pinSet),
  'card.pin_blocked': by(...virtual, ...pinSet, ...wrongPins),
  'card.pin_unblocked': by(...virtual, ...pinSet, ...wrongPins, on('card', 'unblock-pin')),
  'card_token.created': by(...virtual, provisioned('active')),
  'card_token.activated': by(...virtual, provisioned('requested'), {
    call: 'POST /simulations/card-tokens/{token}',
    body: { status: 'active' },
  }),
  'card_token.suspended': by(...virtual, provisioned('active'), token('suspend')),
  'card_token.resumed': by(...virtual, provisioned('active'), token('suspend'), token('resume')),
  'card_token.deleted': by(...virtual, provisioned('active'), token('delete')),
  'card.authorization_approved': by(...virtual, authorize(4_250)),
  'card.authorization_declined': by(...virtual, on('card', 'freeze'), authorize(4_250)),
  'card.authorization_reversed': by(...virtual, authorize(4_250), {
    call: 'POST /simulations/authorizations/{authorization}',
    body: { status: 'reversed' },
  }),
  'card.transaction_created': by(...virtual, authorize(4_250), {
    call: 'POST /simulations/cards/{card}/capture',
    body: ({ authorization }) => ({ authorization_id: authorization?.id }),
  }),
  'account.suspended': onlyBy(service),
  'account.reactivated': onlyBy(service),
  'api_key.created': onlyBy(inDashboard),
  'api_key.rotated': onlyBy(inDashboard),
  'api_key.revoked': onlyBy(inDashboard),
  'webhook.updated': {
    steps: [webhook, { call: 'PATCH /webhooks/{webhook}', body: { description: 'Changed' } }],
    undo,
  },
  'webhook.failing': onlyBy(days),
  'webhook.recovered': onlyBy(days),
  'operator.invited': onlyBy(inDashboard),
  'operator.updated': onlyBy(inDashboard),
  'operator.removed': onlyBy(inDashboard),
  'webhook.disabled': { steps: [webhook, on('webhook', 'disable')], undo },
  'webhook.test': { steps: [webhook, on('webhook', 'test')], undo },
};
