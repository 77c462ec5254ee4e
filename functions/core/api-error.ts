import type { ApiErrorCode } from './error-catalogue.ts';
import type { Requirements } from './requirement-schema.ts';

export type { ApiErrorCode };

/** One invalid part of a request. `pointer` is a JSON pointer (RFC 6901) into the body; `parameter` is anything else, as `query.limit`. */
export type ApiErrorItem = ({ pointer: string } | { parameter: string }) & {
  code: ApiErrorItemCode;
  detail: string;
};

export type ApiErrorItemCode =
  | 'required'
  | 'unknown_field'
  | 'invalid_type'
  | 'invalid_format'
  | 'invalid_value'
  | 'too_short'
  | 'too_long'
  | 'too_small'
  | 'too_big'
  | 'above_cap'
  | 'under_age'
  | 'card_number_not_allowed';

/** Further members of the problem document. */
export type ApiErrorDetails = {
  /** The detail of this occurrence, instead of the sentence of the catalogue. */
  detail?: string;
  errors?: readonly ApiErrorItem[];
  current_status?: string;
  /** Why nothing is allowed, where another resource is the reason. */
  status_reason?: string;
  allowed_actions?: readonly string[];
  requirements?: Requirements;
  /** The scope that the key lacks, as `cards:write`; absent where none is enough. */
  required_scope?: string;
  /** The feature that is missing, as `virtual_cards`. */
  feature?: string;
  /** The remaining number of guesses. */
  attempts_left?: number;
  ineligible_reasons?: readonly { readonly code: string; readonly description: string }[];
  retry_after_seconds?: number;
  /** Why the issuer of cards rejects it, as `not_accepted`. */
  issuer_reason?: string;
  /** The other way in which the issuer of the card reveals its number; absent without one. */
  reveal_with?: RevealWay;
};

/** How the number of a card is revealed: to a key of the caller, or to the elements of the issuer by their nonce. */
export type RevealWay = 'public_key' | 'nonce';

/** An error that the caller gets. Anything else that is thrown is a bug or an outage: 500 or 503. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly details: ApiErrorDetails;

  constructor(code: ApiErrorCode, details: ApiErrorDetails = {}) {
    super(code);
    this.name = 'ApiError';
    this.code = code;
    this.details = details;
  }
}
