import * as z from 'zod/mini';
import type * as messages from '../../core/messages.ts';
import type { EventNotice } from '../../core/outbox/model.ts';

// The schemas of what consumers read from their queues (messages.ts). A queue can contain messages that an older or a newer
// release sent, so each schema names the fields that its consumer needs and ignores all others.

const text = z.string().check(z.minLength(1));
const count = z.int().check(z.nonnegative());
const ofTenant = { tenant_id: text };
const ofWebhook = { ...ofTenant, webhook_id: text };

/** An event from the bus, by its ids. */
export const NoticeQueueMessage = z.object({
  detail: z.object({
    event_id: text,
    tenant_id: text,
    type: text,
    resource_id: text,
    created_at: text,
  }),
}) satisfies z.ZodMiniType<{ readonly detail: EventNotice }>;

/** A message for deliver-webhook. */
export const DeliverQueueMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delivery'), ...ofWebhook, delivery_id: text, attempts_made: count }),
  z.object({ kind: z.literal('endpoint'), ...ofWebhook }),
  z.object({ kind: z.literal('recovery'), ...ofWebhook, recovery_id: text }),
  z.object({ kind: z.literal('account'), ...ofTenant }),
]) satisfies z.ZodMiniType<messages.DeliverMessage>;

/** A message for reconcile-cards. */
export const CardsQueueMessage = z.union([
  NoticeQueueMessage,
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('cards_of_customer'), ...ofTenant, customer_id: text }),
    z.object({ kind: z.literal('card'), ...ofTenant, card_id: text }),
    z.object({ kind: z.literal('card_token'), ...ofTenant, card_token_id: text }),
    z.object({
      kind: z.literal('card_order'),
      ...ofTenant,
      operation: text,
      path_ids: z.array(text),
      idempotency_key: text,
    }),
  ]),
]) satisfies z.ZodMiniType<{ readonly detail: EventNotice } | messages.CardMessage>;

/** A message for redact-personal-data. */
export const RedactionQueueMessage = z.object({
  kind: z.literal('redaction'),
  ...ofTenant,
  customer_id: text,
}) satisfies z.ZodMiniType<messages.RedactionMessage>;

/** A message for compare-counters. */
export const CountersQueueMessage = z.object({
  kind: z.literal('counters'),
  ...ofTenant,
}) satisfies z.ZodMiniType<messages.CountersMessage>;

/** A message for inspect-document. Those of older releases have no kind. */
export const DocumentQueueMessage = z.object({
  kind: z.optional(z.literal('document')),
  key: text,
}) satisfies z.ZodMiniType<Pick<messages.DocumentMessage, 'key'>>;

/** A message for decide-verification. Those of older releases about a verification have no kind. */
export const VerificationQueueMessage = z.union([
  NoticeQueueMessage,
  z.object({ kind: z.literal('screening'), ...ofTenant, customer_id: text }),
  z.object({ kind: z.optional(z.literal('verification')), ...ofTenant, verification_id: text }),
]);
