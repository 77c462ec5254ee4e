import type { AuthorizationEventType } from '../../domain/authorizations/life.ts';
import type { Sample } from '../event-sample.ts';

const approved = {
  approved: true,
  decline_reason: null,
  status: 'pending',
  captured_amount: 0,
  history: [{ status: 'pending', amount: 4_250, at: '2026-11-20T15:04:05.123Z' }],
};

/** What makes the example of each event of an authorization tell its own story. */
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
      history: [...approved.history, { status: 'reversed', amount: 0, at: '2026-11-20T16:10:00.000Z' }],
    },
  },
};
