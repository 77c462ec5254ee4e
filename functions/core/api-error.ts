import type { Requirements } from './requirement-schema.ts';

/** Every error that a caller can get; errors.ts has its status and its sentence. */
export type ApiErrorCode =
  | 'validation_failed'
  | 'malformed_json'
  | 'cursor_invalid'
  | 'idempotency_key_required'
  | 'idempotency_key_invalid'
  | 'unauthorized'
  | 'tenant_mismatch'
  | 'account_suspended'
  | 'ip_address_not_allowed'
  | 'insufficient_scope'
  | 'sandbox_only'
  | 'attestation_not_accepted'
  | 'forbidden'
  | 'route_not_found'
  | 'page_not_found'
  | 'method_not_allowed'
  | 'account_not_found'
  | 'customer_not_found'
  | 'agreement_not_found'
  | 'person_not_found'
  | 'document_not_found'
  | 'verification_not_found'
  | 'onboarding_link_not_found'
  | 'screening_not_found'
  | 'card_not_found'
  | 'card_token_not_found'
  | 'authorization_not_found'
  | 'transaction_not_found'
  | 'authorization_endpoint_not_found'
  | 'authorization_endpoint_exists'
  | 'feature_not_found'
  | 'api_key_not_found'
  | 'webhook_not_found'
  | 'event_not_found'
  | 'delivery_not_found'
  | 'recovery_not_found'
  | 'operator_not_found'
  | 'request_not_found'
  | 'operator_exists'
  | 'operator_limit_reached'
  | 'invitation_limit_reached'
  | 'invitation_accepted'
  | 'last_owner'
  | 'role_change_under_way'
  | 'action_not_allowed'
  | 'external_id_taken'
  | 'business_required'
  | 'person_limit_reached'
  | 'verification_already_open'
  | 'onboarding_not_possible'
  | 'document_limit_reached'
  | 'screening_not_clear'
  | 'screening_unavailable'
  | 'webhook_limit_reached'
  | 'recovery_limit_reached'
  | 'api_key_limit_reached'
  | 'delivery_in_flight'
  | 'version_mismatch'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'verification_requirements_due'
  | 'feature_not_active'
  | 'order_in_progress'
  | 'last4_mismatch'
  | 'issuer_refused'
  | 'reveal_not_available'
  | 'reveal_limit_reached'
  | 'activation_locked'
  | 'feature_requirements_due'
  | 'feature_ineligible'
  | 'rate_limited'
  | 'internal'
  | 'unavailable'
  | 'timeout';

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
  /** What is particular to this occurrence, instead of the sentence of the catalogue. */
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
