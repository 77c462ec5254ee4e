import type { Item } from '../../core/dynamodb/client.ts';
import { deflated, inflated } from '../../core/dynamodb/compression.ts';
import { itemExpiresAt, keys } from '../../core/dynamodb/keys.ts';
import { unpackedPart } from '../../core/dynamodb/stored-form.ts';
import { isNew, type Write } from '../../core/dynamodb/writes.ts';
import type { Attempt, Delivery } from './model.ts';
import { readStoredAttempt } from './stored-form.ts';

/** Saves an attempt with its delivery, or over itself when it is redacted. A successful first one is stored in its delivery. */
export const saveAttempt = (delivery: Delivery, attempt: Attempt, when = isNew): Write => ({
  kind: 'put',
  key: keys.attempt(delivery.tenant_id, delivery.id, attempt.number),
  item: {
    attempt: attemptContent(attempt),
    expires_at_s: itemExpiresAt('deliveriesDays', delivery.created_at),
  },
  when,
});

/** The attempt of an item of its own. */
export const attemptOf = ({ pk, attempt }: Item): Attempt => attemptIn(attempt, deliveryIdIn(pk));

/** The id of the delivery in the partition key of its items. */
export const deliveryIdIn = (pk: unknown): string | undefined => String(pk).split('/').at(-1);

/** An attempt as it is stored: its JSON, compressed, which keeps every name of a header. */
export const attemptContent = (attempt: Attempt): Uint8Array =>
  deflated(JSON.stringify(attempt), likely_attempt);

/** The attempt of such a content, of the delivery with this id. */
export const attemptIn = (content: unknown, delivery: string | undefined): Attempt => {
  const named = { table: 'deliveries', kind: 'attempt', id: delivery } as const;
  const stored = unpackedPart(named, 'content', () =>
    JSON.parse(inflated(content, likely_attempt)),
  );
  return readStoredAttempt(stored, delivery);
};

/**
 * The likely parts of an attempt. Nothing can be read with another text, so after a deployment it
 * stays as it is.
 */
const likely_attempt = JSON.stringify({
  headers: {
    location: '',
    'retry-after': '',
    server: 'nginx',
    'content-type': 'application/json; charset=utf-8',
    'content-length': '0',
    date: '',
    connection: 'keep-alive',
    'keep-alive': 'timeout=5',
    'transfer-encoding': 'chunked',
  },
  duration_ms: 0,
  timings: { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: 0 },
  remote_address: '',
  response: { status: 200, headers: {}, body: '', body_bytes: 0, body_sha256: '' },
  error: null,
  started_at: '',
  request: {
    headers: {
      'user-agent':
        'financial-services-webhooks/1.0 (+https://financial-services.example/webhooks)',
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'webhook-id': 'evt_',
      'webhook-timestamp': '17',
      'webhook-signature': 'v1,****',
      'webhook-event-type': 'customer.created',
      'webhook-attempt': '1',
    },
  },
  secret_versions: [1],
  number: 1,
  trigger: 'automatic',
  next_attempt_at: null,
});
