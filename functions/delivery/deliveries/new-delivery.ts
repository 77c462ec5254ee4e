import { createHash } from 'node:crypto';
import type { Subscription } from '../webhooks/model.ts';
import { type Delivery, newDelivery } from './model.ts';
import type { Pace } from './schedule.ts';

/**
 * The one id that a delivery of this event to this webhook can have: `dlv_` and the event's 48-bit time followed by
 * 80 bits of sha256(event id, webhook id). It sorts with its event, and a repeated fan-out collides with itself.
 */
export const idOfDelivery = (eventId: string, webhookId: string): string => {
  const time = eventId.slice(eventId.lastIndexOf('_') + 1).slice(0, time_characters);
  const hash = createHash('sha256')
    .update(`${eventId}/${webhookId}`)
    .digest()
    .subarray(0, hash_bytes);
  return `dlv_${time}${base32(hash)}`;
};

/**
 * A TypeID's first 10 characters are two zero bits and the 48 bits of its UUIDv7's time (milliseconds since 1970).
 */
const time_characters = 10;

/** The rest of the 128 bits of a TypeID: exactly its other 16 characters. */
const hash_bytes = 10;

/** Crockford's, in lower case, as TypeID writes it. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Five bits a character, from the front; for whole groups of five bytes. */
const base32 = (bytes: Uint8Array): string => {
  let text = '';
  let bits = 0;
  let pending = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    pending += 8;
    for (; pending >= 5; pending -= 5) text += alphabet[(bits >>> (pending - 5)) & 31];
    bits &= (1 << pending) - 1;
  }
  return text;
};

/** The new delivery of an event to a webhook: due now, or suppressed if the webhook is disabled. */
export const makeDelivery = (
  event: { readonly event_id: string; readonly type: string },
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
