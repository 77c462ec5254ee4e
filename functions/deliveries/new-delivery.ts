import { createHash } from 'node:crypto';
import type { Subscription } from '../webhooks/model.ts';
import { type Delivery, newDelivery } from './model.ts';
import type { Pace } from './schedule.ts';

/** Hashes a text's UTF-8 bytes; comes from outside because the domain imports nothing. */
export type Sha256 = (text: string) => Uint8Array;

/**
 * The one id that a delivery of this event to this webhook can have: `dlv_` and the event's 48-bit time followed by
 * 80 bits of sha256(event id, webhook id). It sorts with its event, and a repeated fan-out collides with itself.
 */
export const deliveryId = (eventId: string, webhookId: string, sha256: Sha256): string => {
  const time = eventId.slice(eventId.lastIndexOf('_') + 1).slice(0, time_characters);
  const hash = sha256(`${eventId}/${webhookId}`).subarray(0, hash_bytes);
  return `dlv_${time}${base32(hash)}`;
};

/**
 * A TypeID's first 10 characters are two zero bits and the 48 bits of its UUIDv7's time (milliseconds since 1970).
 */
const time_characters = 10;

/** What is left of a TypeID's 128 bits, and exactly its other 16 characters. */
const hash_bytes = 10;

/** Crockford's, in lower case, as TypeID writes it. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Five bits a character, from the front; for whole groups of five bytes. */
const base32 = (bytes: Uint8Array): string => {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    held += 8;
    for (; held >= 5; held -= 5) text += alphabet[(bits >>> (held - 5)) & 31];
    bits &= (1 << held) - 1;
  }
  return text;
};

/** The event that a delivery is of, as far as the delivery names it. */
type Of = { readonly event_id: string; readonly type: string };

/** The one id of the delivery of an event to a webhook. */
export const idOfDelivery = (eventId: string, webhookId: string): string =>
  deliveryId(eventId, webhookId, (text) => createHash('sha256').update(text).digest());

/** The delivery of an event to a webhook at its birth: due, or suppressed where the webhook is disabled. */
export const makeDelivery = (
  event: Of,
  webhook: Subscription,
  first_trigger: Delivery['first_trigger'],
  pace: Pick<Pace, 'now' | 'durations'>,
): Delivery => ({
  ...newDelivery(webhook.status === 'enabled', pace),
  id: idOfDelivery(event.event_id, webhook.id),
  tenant_id: webhook.tenant_id,
  event_id: event.event_id,
  event_type: event.type,
  webhook_id: webhook.id,
  url: webhook.url,
  last_attempt: null,
  first_trigger,
  created_at: pace.now.toISOString(),
  updated_at: pace.now.toISOString(),
  version: 1,
});
