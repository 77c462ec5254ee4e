import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { SecretReader } from '../../../core/aws/secrets.ts';
import { parseUnambiguousJson } from '../../../core/json.ts';
import type { VerificationMessage } from '../../../core/messages.ts';
import { askOnfido, type OnfidoCheck } from './client.ts';

type Received = { readonly body: Uint8Array; readonly signature: string };

/** Onfido's tokens for webhooks are longer; a shorter one stands for one that is not known yet. */
const secret_characters_min = 16;

/**
 * Whether Onfido has signed these very bytes: hexadecimal HMAC-SHA256 with the current secret, or with the previous one for a day
 * after a change. The signature has no time in it, so that a message may come again: it is a hint, and what it names is read.
 */
export const isSigned = async (
  { body, signature }: Received,
  secrets: SecretReader,
  name: string,
): Promise<boolean> => {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  for (const stage of ['current', 'previous'] as const) {
    const secret = await secrets.read(name, stage);
    if (!secret || secret.length < secret_characters_min) continue;
    const own = createHmac('sha256', secret).update(body).digest();
    if (timingSafeEqual(own, Buffer.from(signature, 'hex'))) return true;
  }
  return false;
};

const WebhookBody = z.object({
  payload: z.object({
    resource_type: z.string(),
    object: z.object({ id: z.string().check(z.regex(/^[0-9a-f-]{36}$/i)) }),
  }),
});

const Tags = z.tuple(
  [z.string().check(z.regex(/^biz_\w{1,64}$/)), z.string().check(z.regex(/^idv_\w{1,64}$/))],
  z.string(),
);

/** The verification that an event is about, by the tags of its check; undefined where it is about nothing of ours. */
export const verificationOfEvent = async (
  body: Buffer,
): Promise<VerificationMessage | undefined> => {
  const event = z.safeParse(WebhookBody, parseUnambiguousJson(body.toString()));
  if (!event.success || event.data.payload.resource_type !== 'check') return undefined;
  const check = await askOnfido<OnfidoCheck>('GET', `/checks/${event.data.payload.object.id}`);
  const tags = check.ok ? z.safeParse(Tags, check.body.tags) : undefined;
  if (!tags?.success) return undefined;
  const [tenant_id, verification_id] = tags.data;
  return { kind: 'verification', tenant_id, verification_id };
};
