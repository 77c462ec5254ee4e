import { by, type EventRecords, on } from '../../core/event-record.ts';
import { requestAmount, virtualCard } from '../cards/events.ts';
import type { AuthorizationEventType } from './model.ts';

const limit = {
  object: 'card_limit',
  interval: 'daily',
  limit: 100_000,
  cap: 500_000,
  spent: 0,
  left: 100_000,
  count: 0,
  count_limit: null,
  until: '2026-11-21T00:00:00.000Z',
  currency: 'USD',
};

const approved = {
  approved: true,
  decline_reason: null,
  status: 'pending',
  requested_amount: 4_250,
  is_amount_controllable: false,
  decided_by: 'rules',
  decision_ms: 24,
  limit_at_decision: limit,
  business_response: null,
  fallback_reason: null,
  metadata: {},
  captured_amount: 0,
  refunded_amount: 0,
  transactions: [],
  history: [{ status: 'pending', amount: 4_250, at: '2026-11-20T15:04:05.123Z' }],
};

/** The events of an authorization. */
export const authorizationEvents: EventRecords<AuthorizationEventType> = {
  'card.authorization_approved': {
    sample: { sequence: 1, data: { ...approved, version: 1 } },
    trigger: by(...virtualCard, requestAmount(4_250)),
  },
  'card.authorization_declined': {
    sample: {
      sequence: 1,
      data: {
        ...approved,
        version: 1,
        approved: false,
        decline_reason: 'daily_limit_exceeded',
        limit_at_decision: { ...limit, spent: 99_000, left: 1_000 },
        status: 'closed',
        history: [{ status: 'closed', amount: 0, at: '2026-11-20T15:04:05.123Z' }],
      },
    },
    trigger: by(...virtualCard, on('card', 'freeze'), requestAmount(4_250)),
  },
  'card.authorization_reversed': {
    sample: {
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
    trigger: by(...virtualCard, requestAmount(4_250), {
      call: 'POST /simulations/authorizations/{authorization}',
      body: { status: 'reversed' },
    }),
  },
};
