import type { CardEventType } from '../../domain/cards/life.ts';
import type { Sample } from '../event-sample.ts';

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

const virtual = {
  status: 'active',
  status_reason: null,
  allowed_actions: ['freeze', 'close', 'replace', 'reveal'],
  type: 'virtual',
  issuer: 'simulator',
  exp_month: 11,
  cardholder_name: 'Ada Lovelace',
  spending_controls: {
    limits: [{ amount: 500_000, interval: 'daily' }],
    allowed_categories: [],
    blocked_categories: [],
    allowed_countries: [],
  },
  shipping: null,
  replacement_for: null,
  replaced_by: null,
  replacement_reason: null,
  blocked_by: [],
  issuer_sync: { status: 'synced', version: 1, since: '2026-11-20T15:04:05.123Z', error: null },
};

const sample = (sequence: number, over: object = {}): Sample => ({
  sequence,
  data: { ...virtual, version: sequence, ...over },
});
const blocked = { status: 'blocked', allowed_actions: ['close'], blocked_by: ['customer_suspended'] };
const physical = {
  type: 'physical',
  shipping: shipping('delivered', ['pending', 'submitted', 'shipped', 'delivered']),
};
const submitted = { type: 'physical', shipping: shipping('submitted', ['pending', 'submitted']) };

/** What makes the example of each event of a card tell its own story. */
export const cardSamples: Readonly<Record<CardEventType, Sample>> = {
  'card.created': sample(1),
  'card.updated': {
    ...sample(2, { nickname: 'Travel' }),
    previous: { nickname: null },
  },
  'card.activated': sample(5, physical),
  'card.frozen': sample(3, { status: 'frozen', allowed_actions: ['unfreeze', 'close', 'replace', 'reveal'] }),
  'card.unfrozen': sample(4),
  'card.blocked': sample(5, blocked),
  'card.unblocked': sample(6),
  'card.closed': sample(7, { status: 'closed', status_reason: 'lost', allowed_actions: [] }),
  'card.replaced': sample(6, {
    allowed_actions: ['freeze', 'close', 'reveal'],
    replaced_by: 'card_01jd5fq7k9e8xv3m2n4p6r8t1x',
  }),
  'card.shipping_updated': sample(2, { ...submitted, status: 'inactive', allowed_actions: ['close', 'replace'] }),
  'card.revealed': sample(2),
};
