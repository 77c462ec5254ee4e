import { type EventRecords, inDashboard } from '../../core/event-record.ts';
import type { EventTypeOf } from '../../core/event-types.ts';

const apiKey = { kind: 'secret', expires_at: null, revoked_at: null };

/** The events of an API key. */
export const apiKeyEvents: EventRecords<EventTypeOf<'api_key'>> = {
  'api_key.created': {
    sample: { sequence: 1, data: apiKey },
    trigger: inDashboard,
  },
  'api_key.rotated': {
    sample: { sequence: 2, data: { ...apiKey, expires_at: '2026-11-21T15:04:05.123Z' } },
    trigger: inDashboard,
  },
  'api_key.revoked': {
    sample: { sequence: 2, data: { ...apiKey, revoked_at: '2026-11-20T15:04:05.123Z' } },
    trigger: inDashboard,
  },
};
