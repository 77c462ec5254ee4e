import type * as z from 'zod/mini';
import type { EventType } from '../domain/event-types.ts';
import { ApiKey } from './api-keys.ts';
import { Customer } from './customer.ts';
import { Document } from './document.ts';
import { CustomerFeature } from './feature.ts';
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
  'feature.activated': { summary: 'A feature was switched on for a customer.', data: CustomerFeature },
  'feature.deactivated': { summary: 'A feature was switched off for a customer.', data: CustomerFeature },
  'feature.suspended': { summary: 'A feature cannot be used for now; status_reason says why.', data: CustomerFeature },
  'feature.resumed': { summary: 'A suspended feature can be used again.', data: CustomerFeature },
  'api_key.created': { summary: 'An API key was made.', data: ApiKey },
  'api_key.rotated': { summary: 'An API key was replaced; it works until expires_at.', data: ApiKey },
  'api_key.revoked': { summary: 'An API key was revoked.', data: ApiKey },
  'webhook.disabled': { summary: 'A webhook was disabled; its open deliveries are parked.', data: Webhook },
  'webhook.test': { summary: 'A test that you asked for.', data: Webhook },
} as const satisfies Record<EventType, Entry>;

/** Every event type by name, in the order of the catalogue. */
export const eventTypeNames = Object.keys(eventTypes) as readonly EventType[];
