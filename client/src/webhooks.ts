import { Webhook } from 'standardwebhooks';
import type { WebhookEvent } from './contract.ts';

/** Headers as any server hands them over, whatever the case of their names. */
export type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event in a delivery, once its signature is proven. `body` is what arrived, byte for byte: parsed and printed again it
 * is another. Throws `WebhookVerificationError` of standardwebhooks for whatever our key did not sign, or not in the last
 * five minutes. The same event may come again: compare its `id`; and in any order: compare `sequence`.
 */
export const verifyEvent = (secret: string, body: string | Uint8Array, headers: ReceivedHeaders): WebhookEvent => {
  const pairs: Iterable<[string, string | readonly string[] | undefined]> =
    headers instanceof Headers ? headers.entries() : Object.entries(headers);
  const named = Object.fromEntries([...pairs].map(([name, value]) => [name, String(value ?? '')]));
  const sent = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  return new Webhook(secret).verify(sent, named) as WebhookEvent;
};
