import type { Stripe } from 'stripe';
import type { Clock } from '../../../runtime/clock.ts';
import type { SecretReader } from '../../secret-reader/secret-reader.ts';

/** How old a signature may be, and how far ahead its clock, in seconds. */
const tolerance_seconds = 300;

type Received = { readonly body: Uint8Array; readonly signature: string };
type Signing = { readonly secrets: SecretReader; readonly name: string; readonly stripe: typeof Stripe };

/**
 * The event in a request, if Stripe has signed these very bytes lately: with the secret of now, or with the one before it,
 * while it is exchanged. Undefined where anybody else may have said it.
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
    if (!secret) continue;
    try {
      return stripe.webhooks.constructEvent(payload, signature, secret, tolerance_seconds, undefined, received_at);
    } catch (error) {
      if (!isSignatureError(error)) throw error;
    }
  }
  return undefined;
};

/** The library looks back only. */
const signedAheadOf = (signature: string, received_at: number): boolean => {
  const [, seconds = ''] = /(?:^|,)\s*t=(\d+)/.exec(signature) ?? [];
  return Number(seconds) > received_at / 1000 + tolerance_seconds;
};

const isSignatureError = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && error.type === 'StripeSignatureVerificationError';
