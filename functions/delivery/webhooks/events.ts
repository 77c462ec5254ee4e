import {
  type EventRecords,
  madeByTrigger,
  on,
  onlyBy,
  type TriggerStep,
} from '../../core/event-record.ts';
import type { EventTypeOf } from '../../core/event-types.ts';
import { webhookActions } from './model.ts';

/** Nothing answers at this address, and the webhook is deleted afterwards. */
const webhook: TriggerStep = {
  call: 'POST /webhooks',
  body: {
    url: 'https://webhook.example/fsapi',
    event_types: ['webhook.test'],
    metadata: madeByTrigger,
  },
  as: 'webhook',
};

const undo: readonly TriggerStep[] = [{ call: 'DELETE /webhooks/{webhook}' }];

const days =
  'It follows when an endpoint has failed for a day. To see its body: POST /webhooks/{webhook_id}/test.';

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

const sampleOf = (status: 'enabled' | 'disabled', health: object = healthy) => ({
  status,
  allowed_actions: webhookActions[status],
  url: 'https://example.com/****',
  destination: null,
  event_types: ['*'],
  health,
  disabled_reason: null,
  secrets: [{ version: 1, created_at: '2026-11-20T15:04:05.123Z', expires_at: null }],
});

/** The events of a webhook. */
export const webhookEvents: EventRecords<EventTypeOf<'webhook'>> = {
  'webhook.updated': {
    sample: {
      sequence: 2,
      data: { ...sampleOf('enabled'), version: 2 },
      previous: { url: 'https://old.example.com/****', headers: { authorization: '****' } },
    },
    trigger: {
      steps: [webhook, { call: 'PATCH /webhooks/{webhook}', body: { description: 'Changed' } }],
      undo,
    },
  },
  'webhook.failing': {
    sample: { sequence: 2, data: { ...sampleOf('enabled', failing), version: 2 } },
    trigger: onlyBy(days),
  },
  'webhook.recovered': {
    sample: { sequence: 3, data: { ...sampleOf('enabled'), version: 3 } },
    trigger: onlyBy(days),
  },
  'webhook.disabled': {
    sample: {
      sequence: 2,
      data: { ...sampleOf('disabled'), version: 2, disabled_reason: 'endpoint_gone' },
    },
    trigger: { steps: [webhook, on('webhook', 'disable')], undo },
  },
  'webhook.test': {
    sample: { sequence: 1, data: sampleOf('enabled') },
    trigger: { steps: [webhook, on('webhook', 'test')], undo },
  },
};
