import {
  by,
  type CardEventRecords,
  on,
  onlyBy,
  type Sample,
  type TriggerStep,
} from '../../core/event-record.ts';
import { activated, orderCard } from '../../identity/customer-features/events.ts';
import { suspended } from '../../identity/customers/events.ts';
import type { CardEventType } from './states.ts';

export const virtualCard = [...activated(), orderCard('virtual')];

const physicalCard = [...activated('physical'), orderCard('physical')];

const shipping = (status: string): TriggerStep => ({
  call: 'POST /simulations/cards/{card}/shipping',
  body: { status },
});

export const requestAmount = (amount: number, more: object = {}): TriggerStep => ({
  call: 'POST /simulations/cards/{card}/authorize',
  body: { amount, currency: 'USD', category: '5411', country: 'US', ...more },
  as: 'authorization',
});

const pinSet: readonly TriggerStep[] = [
  { call: 'GET /cards/{card}/pin-key', as: 'pin_key' },
  {
    call: 'PUT /cards/{card}/pin',
    body: async ({ pin_key }, { encryptPin }) => ({
      encrypted_pin: await encryptPin('4711', pin_key),
    }),
  },
];

const wrongPins = Array.from({ length: 3 }, () => requestAmount(100, { pin: 'incorrect' }));

/** A key whose private half nobody has: the event is what is wanted, not the number. The example of RFC 7517, A.1. */
const public_key = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
};

/** The issuer has the card as it is. */
export const syncedSample = {
  status: 'synced',
  version: 1,
  since: '2026-11-20T15:04:05.123Z',
  error: null,
};

const shippingSample = (status: string, history: readonly string[]) => ({
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

const virtualSample = {
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
  issuer_sync: syncedSample,
};

const sampleOf = (sequence: number, over: object = {}): Sample => ({
  sequence,
  data: { ...virtualSample, version: sequence, ...over },
});

const blocked = {
  status: 'blocked',
  allowed_actions: ['close'],
  blocked_by: ['customer_suspended'],
};

const physicalSample = {
  type: 'physical',
  shipping: shippingSample('delivered', ['pending', 'submitted', 'shipped', 'delivered']),
};

const submitted = {
  type: 'physical',
  shipping: shippingSample('submitted', ['pending', 'submitted']),
};

/** The events of a card. */
export const cardEvents: CardEventRecords<CardEventType> = {
  'card.created': {
    reconcilesCards: false,
    sample: sampleOf(1),
    trigger: by(...virtualCard),
  },
  'card.updated': {
    reconcilesCards: true,
    sample: {
      ...sampleOf(2, { nickname: 'Travel' }),
      previous: { nickname: null },
    },
    trigger: by(...virtualCard, { call: 'PATCH /cards/{card}', body: { nickname: 'Travel' } }),
  },
  'card.activated': {
    reconcilesCards: true,
    sample: sampleOf(5, physicalSample),
    trigger: by(
      ...[...physicalCard, shipping('submitted'), shipping('shipped')],
      on('card', 'activate', (made) => ({ last4: made.card?.last4 })),
    ),
  },
  'card.frozen': {
    reconcilesCards: true,
    sample: sampleOf(3, {
      status: 'frozen',
      allowed_actions: ['unfreeze', 'close', 'replace', 'reveal'],
    }),
    trigger: by(...virtualCard, on('card', 'freeze')),
  },
  'card.unfrozen': {
    reconcilesCards: true,
    sample: sampleOf(4),
    trigger: by(...virtualCard, on('card', 'freeze'), on('card', 'unfreeze')),
  },
  'card.blocked': {
    reconcilesCards: true,
    sample: sampleOf(5, blocked),
    trigger: by(...virtualCard, on('customer', 'suspend')),
  },
  'card.unblocked': {
    reconcilesCards: true,
    sample: sampleOf(6),
    trigger: by(
      ...virtualCard,
      suspended('/cards/{card}', 'blocked'),
      on('customer', 'reactivate'),
    ),
  },
  'card.closed': {
    reconcilesCards: true,
    sample: sampleOf(7, { status: 'closed', status_reason: 'lost', allowed_actions: [] }),
    trigger: by(...virtualCard, on('card', 'close', { reason: 'lost' })),
  },
  'card.replaced': {
    reconcilesCards: true,
    sample: sampleOf(6, {
      allowed_actions: ['freeze', 'close', 'reveal'],
      replaced_by: 'card_01jd5fq7k9e8xv3m2n4p6r8t1x',
    }),
    trigger: by(...virtualCard, on('card', 'replace', { reason: 'lost' })),
  },
  'card.renewal_skipped': {
    reconcilesCards: true,
    sample: sampleOf(7, { renewal_skipped: 'customer_not_eligible' }),
    trigger: onlyBy(
      'A card that cannot be renewed expires soon: fsapi post /simulations/clock, with a time years ahead, for all your cards.',
    ),
  },
  'card.shipping_updated': {
    reconcilesCards: false,
    sample: sampleOf(2, {
      ...submitted,
      status: 'inactive',
      allowed_actions: ['close', 'replace'],
    }),
    trigger: by(...physicalCard, shipping('submitted')),
  },
  'card.revealed': {
    reconcilesCards: false,
    sample: sampleOf(2),
    trigger: by(...virtualCard, on('card', 'reveal', { public_key })),
  },
  'card.pin_changed': {
    reconcilesCards: true,
    sample: sampleOf(2),
    trigger: by(...virtualCard, ...pinSet),
  },
  'card.pin_blocked': {
    reconcilesCards: true,
    sample: sampleOf(3, {
      pin_status: 'blocked',
      allowed_actions: [...works, 'unblock-pin'],
    }),
    trigger: by(...virtualCard, ...pinSet, ...wrongPins),
  },
  'card.pin_unblocked': {
    reconcilesCards: true,
    sample: sampleOf(4),
    trigger: by(...virtualCard, ...pinSet, ...wrongPins, on('card', 'unblock-pin')),
  },
};
