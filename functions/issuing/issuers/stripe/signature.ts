import type { Stripe } from 'stripe';
import type { SecretReader } from '../../../core/aws/secrets.ts';
import { parseUnambiguousJson } from '../../../core/json.ts';
import type { Clock } from '../../../core/time.ts';

/** How old a signature may be, and how far ahead its clock, in seconds. */
const tolerance_seconds = 300;

type Received = { readonly body: Uint8Array; readonly signature: string };
type Signing = {
  readonly secrets: SecretReader;
  readonly name: string;
  readonly stripe: typeof Stripe;
};

/**
 * The event in a request, if Stripe has signed these very bytes lately: with the current secret, or with the previous one for
 * a day after a change. Undefined where anybody else may have sent it, or its text names a member twice.
 */
export const signedEvent = async (
  { body, signature }: Received,
  { secrets, name, stripe }: Signing,
  { now }: Pick<Clock, 'now'>,
): Promise<Stripe.Event | undefined> => {
  const payload = Buffer.from(body);
  const received_at = now().getTime();
  if (signedAheadOf(signature, received_at)) return undefined;
  for (const stage of ['current', 'previous'] as const) {
    const secret = await secrets.read(name, stage);
    if (!secret || isPlaceholder(secret)) continue;
    try {
      const event = stripe.webhooks.constructEvent(
        payload,
        signature,
        secret,
        tolerance_seconds,
        undefined,
        received_at,
      );
      return parseUnambiguousJson(payload.toString()) === undefined ? undefined : event;
    } catch (error) {
      if (!isSignatureError(error)) throw error;
    }
  }
  return undefined;
};

/** Whether a text stands for a secret until Stripe has shown it: its signatures prove nothing. */
export const isPlaceholder = (secret: string): boolean =>
  !/^whsec_[\w+/=-]{32,}$/.test(secret) || new Set(secret).size < secret_characters_min;

/** A random secret of 32 hexadecimal digits has more different characters; a run of one letter has not. */
const secret_characters_min = 12;

/** The library looks back only. */
const signedAheadOf = (signature: string, received_at: number): boolean => {
  const [, seconds = ''] = /(?:^|,)\s*t=(\d+)/.exec(signature) ?? [];
  return Number(seconds) > received_at / 1000 + tolerance_seconds;
};

const isSignatureError = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && error.type === 'StripeSignatureVerificationError';
