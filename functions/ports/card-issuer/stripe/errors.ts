import type { Stripe } from 'stripe';
import { ApiError } from '../../../domain/api-error.ts';
import { type IssuerRefusalReason, issuerRefused } from '../../../domain/cards/issuer-refusal.ts';
import { logger } from '../../../runtime/logger.ts';
import { forgetKey } from './library.ts';

/** What of an error of the library is looked at; its classes would have the library loaded. */
type StripeError = Error & {
  readonly type: string;
  readonly code?: string;
  readonly statusCode?: number;
  readonly requestId?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Whether Stripe, or the way to it, has said no. */
export const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe');

/** Whether it failed in the end under this key, and under this key will fail in the same way for as long as Stripe knows it. */
export const isReplayedError = (error: unknown): boolean =>
  isStripeError(error) && (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true';

/** Whether Stripe has understood what it was asked and does not do it, which asking again does not change. */
export const isDeclined = (error: unknown): error is StripeError =>
  isStripeError(error) && (error.type === 'StripeInvalidRequestError' || error.type === 'StripeCardError');

/** Whether there is no such thing at Stripe. */
export const isMissing = (error: unknown): boolean => isStripeError(error) && error.code === 'resource_missing';

/** Why Stripe lets nobody pay with the cards of a cardholder; undefined where it does. */
export const disabledReason = ({ requirements }: Stripe.Issuing.Cardholder): IssuerRefusalReason | undefined => {
  const { disabled_reason } = requirements;
  if (disabled_reason === null) return undefined;
  return disabledReasons[disabled_reason] ?? 'cardholder_rejected';
};

const disabledReasons: Readonly<Record<string, IssuerRefusalReason>> = {
  'requirements.past_due': 'cardholder_incomplete',
  under_review: 'cardholder_under_review',
};

/** The refusal that is told of what Stripe has declined: it lies in the cardholder, or in what was said. */
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
    logger.warn('Stripe did not do it', { type, code, status, request_id });
    if (isDeclined(error)) throw issuerRefused('not_accepted');
    if (type === 'StripeAuthenticationError') forgetKey();
    const passes = type === 'StripeConnectionError' || status >= 500 || status === 429 || status === 409;
    throw passes ? new ApiError('unavailable') : new Error(`Stripe refuses to be asked: ${type}`);
  }
};
