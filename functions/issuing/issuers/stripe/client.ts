import type { Stripe } from 'stripe';
import { ApiError } from '../../../core/api-error.ts';
import { type SecretReader, secretsManager } from '../../../core/aws/secrets.ts';
import { logEvent } from '../../../core/logging.ts';
import { type Clock, systemClock, withinDeadline } from '../../../core/time.ts';
import { type IssuedCard, type IssuerCard, issuerRefused } from '../../cards/model.ts';
import type { IssuerRefusalReason } from '../../cards/states.ts';
import { type RowChange, setting } from '../records.ts';

/** The version of Stripe's API that this is written for, as in the library's types. */
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
  // An authenticator of the library's own kind must not fail: its error would be lost.
  const key = await apiKey();
  if (opened?.key !== key) opened = { key, stripe: await open(key) };
  return opened.stripe;
};

/** Does one thing at Stripe, within the deadline of the request. */
export const atStripe = <T>(what: (stripe: Stripe) => Promise<T>): Promise<T> =>
  withinDeadline(async () => what(await stripeLibrary()));

const open = async (key: string): Promise<Stripe> => {
  const { Stripe } = await import('stripe');
  const httpClient = Stripe.createNodeHttpClient();
  const makeRequest = httpClient.makeRequest.bind(httpClient);
  // The library repeats by itself, perhaps after the request has ended.
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

/** The key that Stripe is called with (`STRIPE_API_KEY_SECRET` names it). */
const apiKey = async (): Promise<string> => {
  const key = await secrets().read(process.env.STRIPE_API_KEY_SECRET ?? '');
  if (!key) throw new Error('STRIPE_API_KEY_SECRET names no secret: Stripe cannot be called');
  // A sandbox whose cards could be paid with would be none.
  if (process.env.ENVIRONMENT === 'sandbox' && /^[rs]k_live_/.test(key))
    throw new Error('the key of Stripe is of live, and this is the sandbox');
  return key;
};

/** Forgets the cached key, which Stripe has rejected. */
export const forgetKey = (): void => secrets().forget(process.env.STRIPE_API_KEY_SECRET ?? '');

/** Where Stripe is, if it is not where it is for everybody: `http://127.0.0.1:12111`. */
const addressOf = (
  base: string | undefined,
): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> => {
  if (!base) return {};
  const { protocol, hostname: host, port } = new URL(base);
  const isPlain = protocol === 'http:';
  return { host, protocol: isPlain ? 'http' : 'https', port: port || (isPlain ? '80' : '443') };
};

/**
 * The members of the library's errors that are looked at; its classes would have the library
 * loaded.
 */
type StripeError = Error & {
  readonly type: string;
  readonly code?: string;
  readonly statusCode?: number;
  readonly requestId?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Whether Stripe, or the way to it, has said no. */
export const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error &&
  'type' in error &&
  typeof error.type === 'string' &&
  error.type.startsWith('Stripe');

/** Whether it failed in the end under this key, and under this key will fail in the same way for as long as Stripe knows it. */
export const isReplayedError = (error: unknown): boolean =>
  isStripeError(error) &&
  (error.statusCode ?? 0) >= 500 &&
  error.headers?.['idempotent-replayed'] === 'true';

/** Whether Stripe has understood what it was asked and does not do it, which asking again does not change. */
export const isDeclined = (error: unknown): error is StripeError =>
  isStripeError(error) &&
  (error.type === 'StripeInvalidRequestError' || error.type === 'StripeCardError');

/** Whether there is no such thing at Stripe. */
export const isUnknown = (error: unknown): boolean =>
  isStripeError(error) && error.code === 'resource_missing';

/** Why Stripe lets nobody pay with the cards of a cardholder; undefined where it does. */
export const disabledReason = ({
  requirements,
}: Stripe.Issuing.Cardholder): IssuerRefusalReason | undefined => {
  const { disabled_reason } = requirements;
  if (disabled_reason === null) return undefined;
  return disabledReasons[disabled_reason] ?? 'cardholder_rejected';
};

const disabledReasons: Readonly<Record<string, IssuerRefusalReason>> = {
  'requirements.past_due': 'cardholder_incomplete',
  under_review: 'cardholder_under_review',
};

/** The error for what Stripe has declined: because of the cardholder, or of the request. */
export const errorOf = (cardholder: Stripe.Issuing.Cardholder | undefined): ApiError =>
  issuerRefused((cardholder && disabledReason(cardholder)) ?? 'not_accepted');

/** Answers what was done at Stripe, or throws what those who asked understand: what may be asked again, and what may not. */
export const translated = async <T>(doing: () => Promise<T>): Promise<T> => {
  try {
    return await doing();
  } catch (error) {
    if (!isStripeError(error)) throw error;
    // The message may repeat what was sent.
    const { type, code, statusCode: status = 0, requestId: request_id } = error;
    logEvent('warn', 'stripe_request_failed', { type, code, status, request_id });
    if (isDeclined(error)) throw issuerRefused('not_accepted');
    if (type === 'StripeAuthenticationError') forgetKey();
    const passes =
      type === 'StripeConnectionError' || status >= 500 || status === 429 || status === 409;
    throw passes ? new ApiError('unavailable') : new Error(`Stripe rejects our requests: ${type}`);
  }
};

/** The members of every row: its owner, and under which of its keys Stripe is asked, since when. */
type Requested = {
  readonly tenant_id: string;
  readonly customer_id: string;
  /** ISO 8601. */
  readonly ordered_at: string;
  /** Which key it is: one more each time that one was used up by a failure. */
  readonly attempt: number;
};

/**
 * An order of a card, by its id: written before Stripe is asked, so that a retry knows the same parameters. Once it is
 * being voided no card comes of it. The parameters are removed when that is done.
 */
export type OrderRow =
  | (Requested & {
      readonly state: 'ordering' | 'issued' | 'voiding' | 'voided';
      /** The same in every repetition: Stripe takes no others under the same key. */
      readonly parameters?: Stripe.Issuing.CardCreateParams;
      readonly card?: IssuedCard;
      /** The newest version that was sent. */
      readonly latest?: IssuerCard;
    })
  // Voided before anybody ordered it.
  | { readonly state: 'voided' };

/**
 * A customer's cardholder, by the customer's id: likewise. A row that Stripe declined makes place
 * for better data.
 */
export type CardholderRow = Requested & {
  readonly state: 'ordering' | 'declined' | 'made';
  readonly parameters?: Stripe.Issuing.CardholderCreateParams;
  readonly reference?: string;
  /** SHA-256 of what Stripe knows of it. */
  readonly profile?: string;
  /** SHA-256 of its name at Stripe, which never changes. */
  readonly name_hash?: string;
};

/** The key of the row of a customer's cardholder. */
export const cardholderKey = (customerId: string): string => `cardholder/${customerId}`;

/** The key under which Stripe makes what a row asks for. */
export const idempotencyKeyOf = (place: string, attempt: number): string =>
  attempt === 1 ? place : `${place}/${attempt}`;

/** The next idempotency key. The second of two at once finds the first. */
export const nextAttempt = (attempt: number): RowChange =>
  setting({ attempt: attempt + 1 }, { when: '#attempt = :before', compared: { before: attempt } });

/** Something that Stripe is to make once, however often it is asked. */
type CreateOnce<Resource> = {
  /** The key of its row, with which its idempotency key begins. */
  readonly place: string;
  /** Since when Stripe may have been asked, ISO 8601. */
  readonly ordered_at: string;
  readonly attempt: number;
  readonly create: (idempotencyKey: string) => Promise<Resource>;
  /** Looks whether it is there. */
  readonly find: () => Promise<Resource | undefined>;
  /** Writes down that the key of an attempt is used up, and says which is next. */
  readonly next: () => Promise<number>;
};

/** For so long Stripe surely knows a key: it promises 24 hours. */
const key_ms = 23 * 60 * 60 * 1000;

/** Whether Stripe may have forgotten the key under which something was first asked for, so that it would make it twice. */
export const isKeyForgotten = (
  ordered_at: string,
  { now }: Pick<Clock, 'now'> = systemClock(),
): boolean => now().getTime() - Date.parse(ordered_at) > key_ms;

/** Creates it, or finds what exists: by its key, and by a search where the key is not enough. */
export const createOnce = async <Resource>(request: CreateOnce<Resource>): Promise<Resource> => {
  const { place, ordered_at, attempt, create, find, next } = request;
  const there = isKeyForgotten(ordered_at) ? await find() : undefined;
  if (there) return there;
  try {
    return await create(idempotencyKeyOf(place, attempt));
  } catch (error) {
    if (!isReplayedError(error)) throw error;
    return (await find()) ?? create(idempotencyKeyOf(place, await next()));
  }
};

/** From when on it is looked for, in seconds since 1970: clocks differ. */
export const searchSince = (ordered_at: string): number =>
  Math.floor(Date.parse(ordered_at) / 1000) - 600;
