import { type CustomHeaders, maskedForAll } from '../../domain/webhooks/custom-headers.ts';
import { sign } from './signing.ts';
import type { WebhookRequest } from './webhook-sender.ts';

/** Who calls; the link says where to read about it. */
export const user_agent = 'financial-services-webhooks/1.0 (+https://financial-services.example/webhooks)';

/** What one attempt sends. */
export type Delivering = {
  readonly url: string;
  readonly event: { readonly id: string; readonly type: string };
  /** The exact text stored with the event. */
  readonly body: string;
  /** This attempt's number, from 1. */
  readonly attempt: number;
  readonly at: Date;
  /** Every live secret, opened; newest first. */
  readonly secrets: readonly string[];
  readonly custom_headers: CustomHeaders;
  readonly deadline_ms: number;
};

/**
 * The signed request of one attempt. Its `webhook-id` is the event's, so that retries, resends and recoveries are one
 * to the receiver.
 */
export const deliveryRequest = (delivering: Delivering): WebhookRequest => {
  const { url, event, body, attempt, at, secrets, custom_headers, deadline_ms } = delivering;
  const custom = Object.entries(custom_headers).map(([name, value]) => [name.toLowerCase(), value]);
  const headers = {
    'user-agent': user_agent,
    ...Object.fromEntries(custom),
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    ...sign(event.id, at, body, secrets),
    'webhook-event-type': event.type,
    'webhook-attempt': String(attempt),
  };
  return { url, headers, body, deadline_ms };
};

/** The headers as the history shows them: no signature, and of what the business added only that it was there. */
export const maskedHeaders = (
  headers: WebhookRequest['headers'],
  custom_headers: CustomHeaders,
): WebhookRequest['headers'] => {
  const custom = Object.keys(custom_headers).map((name) => name.toLowerCase());
  const signature = headers['webhook-signature']?.replace(/(?<=v1a?,)[^ ]+/g, '****');
  const masked = maskedForAll(Object.fromEntries(custom.map((name) => [name, ''])));
  return { ...headers, ...masked, ...(signature && { 'webhook-signature': signature }) };
};
