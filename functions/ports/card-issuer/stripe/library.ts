import type { Stripe } from 'stripe';
import { withinDeadline } from '../../../runtime/deadline.ts';
import type { SecretReader } from '../../secret-reader/secret-reader.ts';
import { secretsManager } from '../../secret-reader/secrets-manager.ts';

/** The version of Stripe's API that this is written for: the one that the library's types tell of. */
export const api_version = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;

/** One attempt, in milliseconds: with its repetitions it stays below what a caller of ours waits. */
const attempt_ms = 4_000;
const repetitions = 2;

let opened: { readonly key: string; readonly stripe: Stripe } | undefined;

/**
 * Stripe's library with the key as it is now, loaded when it is first asked for: no start should wait for it where the issuer
 * is another.
 */
export const stripeLibrary = async (): Promise<Stripe> => {
  // An authenticator of the library's own kind must not fail: nobody would hear of it.
  const key = await apiKey();
  if (opened?.key !== key) opened = { key, stripe: await open(key) };
  return opened.stripe;
};

/** Does one thing at Stripe, within the deadline of whoever is being answered. */
export const atStripe = <T>(what: (stripe: Stripe) => Promise<T>): Promise<T> =>
  withinDeadline(async () => what(await stripeLibrary()));

const open = async (key: string): Promise<Stripe> => {
  const { Stripe } = await import('stripe');
  const httpClient = Stripe.createNodeHttpClient();
  const makeRequest = httpClient.makeRequest.bind(httpClient);
  // The library repeats by itself, after whoever asked may be gone.
  httpClient.makeRequest = (...request) => withinDeadline(() => makeRequest(...request));
  return new Stripe(key, {
    apiVersion: api_version,
    httpClient,
    timeout: attempt_ms,
    maxNetworkRetries: repetitions,
    telemetry: false,
    ...addressOf(process.env.STRIPE_API_BASE),
  });
};

let reader: SecretReader | undefined;
const secrets = (): SecretReader => {
  reader ??= secretsManager();
  return reader;
};

/** What Stripe is called with (`STRIPE_API_KEY_SECRET` names it). */
const apiKey = async (): Promise<string> => {
  const key = await secrets().read(process.env.STRIPE_API_KEY_SECRET ?? '');
  if (!key) throw new Error('STRIPE_API_KEY_SECRET names no secret: Stripe cannot be called');
  // A sandbox whose cards could be paid with would be none.
  if (process.env.ENVIRONMENT === 'sandbox' && /^[rs]k_live_/.test(key))
    throw new Error('the key of Stripe is of live, and this is the sandbox');
  return key;
};

/** Has the key read anew: Stripe has refused the one that we know. */
export const forgetKey = (): void => secrets().forget(process.env.STRIPE_API_KEY_SECRET ?? '');

/** Where Stripe is, if it is not where it is for everybody: `http://127.0.0.1:12111`. */
const addressOf = (base: string | undefined): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> => {
  if (!base) return {};
  const { protocol, hostname: host, port } = new URL(base);
  const isPlain = protocol === 'http:';
  return { host, protocol: isPlain ? 'http' : 'https', port: port || (isPlain ? '80' : '443') };
};
