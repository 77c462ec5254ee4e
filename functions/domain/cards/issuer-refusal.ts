import { ApiError } from '../api-error.ts';

/** Why an issuer does not take something, however often it is asked: code → the sentence that a person reads. */
export const issuerRefusals = {
  card_unknown: 'The issuer has no such card.',
  card_canceled: 'The issuer has ended the card, which is final.',
  cardholder_incomplete: 'The issuer asks for more of the cardholder: complete the profile of the customer.',
  cardholder_under_review: 'The issuer has not finished looking at the cardholder.',
  cardholder_rejected: 'The issuer makes no cards for this cardholder.',
  not_accepted: 'The issuer does not accept what it is told.',
} as const;
export type IssuerRefusalReason = keyof typeof issuerRefusals;

/** The refusal of an issuer that only something else than asking again can change. */
export const issuerRefused = (reason: IssuerRefusalReason): ApiError =>
  new ApiError('issuer_refused', { issuer_reason: reason });
