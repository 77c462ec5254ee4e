import type { Stripe } from 'stripe';
import { withinDeadline } from '../../../runtime/deadline.ts';
import { secretsManager } from '../../secret-reader/secrets-manager.ts';

/** The version of Stripe's API that this is written for: the one that the library's types tell of. */
export const api_version = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;

/** One attempt, in milliseconds: with its repetitions it stays below what a caller of ours waits. */
const attempt_ms = 4_000;
const repetitions = 2;

let opened: Promise<Stripe> | undefined;

/** Stripe's library, opened when it is first asked: no start should wait for it where the issuer is another. */
export const stripeLibrary = (): Promise<Stripe> => {
  opened ??= open();
  return opened;
};

/** Does one thing at Stripe, within the deadline of whoever is being answered. */
export const atStripe = <T>(what: (stripe: Stripe) => Promise<T>): Promise<T> =>
  withinDeadline(async () => what(await stripeLibrary()));

const open = async (): Promise<Stripe> => {
  const { Stripe } = await import('stripe');
  const httpClient = Stripe.createNodeHttpClient();
  const makeRequest = httpClient.makeRequest.bind(httpClient);
  // The library repeats by itself, after whoever asked may be gone.
  httpClient.makeRequest = (...request) => withinDeadline(() => makeRequest(...request));
  return new Stripe('', {
    apiVersion: api_version,
    httpClient,
    authenticator: authenticator(),
    timeout: attempt_ms,
    maxNetworkRetries: repetitions,
    telemetry: false,
    ...addressOf(process.env.STRIPE_API_BASE),
  });
};

/** Authenticates every attempt by the key as it is then (`STRIPE_API_KEY_SECRET` names it). */
const authenticator = (): NonNullable<Stripe.StripeConfig['authenticator']> => {
  const name = process.env.STRIPE_API_KEY_SECRET ?? '';
  return async ({ headers }) => {
    const key = await secrets().read(name);
    if (!key) throw new Error('STRIPE_API_KEY_SECRET names no secret: Stripe cannot be called');
    // A sandbox whose cards could be paid with would be none.
    if (process.env.ENVIRONMENT === 'sandbox' && /^[rs]k_live_/.test(key))
      throw new Error('the key of Stripe is of live, and this is the sandbox');
    headers.Authorization = `Bearer ${key}`;
  };
};

let reader: ReturnType<typeof secretsManager> | undefined;
const secrets = () => {
  reader ??= secretsManager();
  return reader;
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
