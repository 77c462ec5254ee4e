import type * as z from 'zod/mini';
import type { EventType } from '../domain/event-types.ts';
import { ApiKey } from './api-keys.ts';
import { Card } from './card.ts';
import { Customer } from './customer.ts';
import { Document } from './document.ts';
import { Verification } from './verification.ts';
import { Webhook } from './webhook.ts';

type Entry = {
  /** One sentence: what happened. */
  readonly summary: string;
  /** What GET shows of the resource, and so what `data` is. */
  readonly data: z.core.$ZodType;
  /** Whether `previous` holds the old values of what changed. */
  readonly updates?: true;
};

/** Every type of event: what it tells and what it carries. Exhaustive by type: a type without an entry does not compile. */
export const eventTypes = {
  'customer.created': { summary: 'A customer was created.', data: Customer },
  'customer.updated': { summary: 'A customer’s profile or verification changed.', data: Customer, updates: true },
  'customer.suspended': { summary: 'A customer was suspended.', data: Customer },
  'customer.reactivated': { summary: 'A suspended customer was reactivated.', data: Customer },
  'customer.closed': { summary: 'A customer was closed for good.', data: Customer },
  'document.created': { summary: 'A document was announced; its upload is awaited.', data: Document },
  'document.processing': { summary: 'The bytes of a document arrived and are looked at.', data: Document },
  'document.accepted': { summary: 'A document is fit to be used.', data: Document },
  'document.rejected': { summary: 'A document cannot be used; status_reason says why.', data: Document },
  'document.expired': { summary: 'Nobody sent the bytes of a document in time.', data: Document },
  'verification.created': { summary: 'A verification was begun.', data: Verification },
  'verification.updated': { summary: 'A verification rests on other documents.', data: Verification, updates: true },
  'verification.processing': { summary: 'A verification was submitted and is being decided.', data: Verification },
  'verification.requires_input': {
    summary: 'A verification needs better input; last_error says what.',
    data: Verification,
  },
  'verification.verified': { summary: 'A customer’s identity is proven.', data: Verification },
  'verification.rejected': { summary: 'A verification failed for good.', data: Verification },
  'verification.canceled': { summary: 'A verification was given up.', data: Verification },
  'card.created': { summary: 'A card was issued.', data: Card },
  'card.updated': { summary: 'A card’s settings, or the causes of its block, changed.', data: Card, updates: true },
  'card.activated': { summary: 'A physical card reached its holder and works.', data: Card },
  'card.frozen': { summary: 'A card was frozen.', data: Card },
  'card.unfrozen': { summary: 'A frozen card works again.', data: Card },
  'card.blocked': {
    summary: 'A card cannot be used for a cause that lies outside it; blocked_by says which.',
    data: Card,
  },
  'card.unblocked': { summary: 'The last cause of a card’s block is gone; it is as it was before.', data: Card },
  'card.closed': { summary: 'A card was closed for good.', data: Card },
  'card.replaced': { summary: 'A card was replaced; replaced_by says by which.', data: Card },
  'card.shipping_updated': { summary: 'The parcel of a card went on.', data: Card },
  'card.revealed': { summary: 'The number of a card was shown, sealed to a key.', data: Card },
  'api_key.created': { summary: 'An API key was made.', data: ApiKey },
  'api_key.rotated': { summary: 'An API key was replaced; it works until expires_at.', data: ApiKey },
  'api_key.revoked': { summary: 'An API key was revoked.', data: ApiKey },
  'webhook.disabled': { summary: 'A webhook was disabled; its open deliveries are parked.', data: Webhook },
  'webhook.test': { summary: 'A test that you asked for.', data: Webhook },
} as const satisfies Record<EventType, Entry>;

/** Every event type by name, in the order of the catalogue. */
export const eventTypeNames = Object.keys(eventTypes) as readonly EventType[];
