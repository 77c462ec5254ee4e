import type * as z from 'zod/mini';
import type { EventType } from '../domain/event-types.ts';
import { ApiKey } from './api-keys.ts';
import { Customer } from './customer.ts';
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
  'api_key.created': { summary: 'An API key was made.', data: ApiKey },
  'api_key.rotated': { summary: 'An API key was replaced; it works until expires_at.', data: ApiKey },
  'api_key.revoked': { summary: 'An API key was revoked.', data: ApiKey },
  'webhook.disabled': { summary: 'A webhook was disabled; its open deliveries are parked.', data: Webhook },
  'webhook.test': { summary: 'A test that you asked for.', data: Webhook },
} as const satisfies Record<EventType, Entry>;

/** Every event type by name, in the order of the catalogue. */
export const eventTypeNames = Object.keys(eventTypes) as readonly EventType[];
