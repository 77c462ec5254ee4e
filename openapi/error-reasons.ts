import type { ApiErrorCode } from '../functions/core/api-error.ts';

/** A call that resolves an error; `path` is below the base address. */
export type Fix = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
};

/** When an error occurs, and where one call resolves it, that call. */
export type Reason = { readonly why: string; readonly fix?: Fix };

const get = (path: string): Fix => ({ method: 'GET', path });

/** The reason of an id that was not found; `list` is the call that shows which ids exist. */
const unknownId = (resource: string, list: string, more = ''): Reason => ({
  why: `The id in the request is misspelt, or the ${resource} belongs to another business or to the other environment. ${more}The API answers all of these alike, so that nobody can learn which ids exist.`,
  fix: get(list),
});

const customer = 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w';
const verification = 'idv_01jd5g1v5ce3d8g2k4m6n8p0r2';
const card = 'card_01jd5h3x7mf2q9t4v6w8y0z1a3';
const recovery = 'rcv_01jd5k7b1ph6v3x8z0a2d4e6f8';
const webhook = 'whk_01jd5j5z9nf4s1v6x8z0b2c4d6';

/** Every error of the API by its code: the pages of errors print these. */
export const reasons: Readonly<Record<ApiErrorCode, Reason>> = {
  validation_failed: {
    why: 'At least one field, parameter or header does not have the form that the reference gives. The response lists every such place in `errors`, by JSON pointer or by parameter. The request changed nothing.',
    fix: {
      method: 'POST',
      path: 'customers',
      body: {
        type: 'individual',
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada.lovelace@example.com',
      },
    },
  },
  malformed_json: {
    why: 'The body cannot be parsed: it is not JSON, is not UTF-8, or is nested too deeply. A common cause is a shell that removed the quotation marks.',
    fix: {
      method: 'POST',
      path: 'customers',
      body: { type: 'business', legal_name: 'Analytical Engines Ltd', incorporation_country: 'GB' },
    },
  },
  cursor_invalid: {
    why: 'A cursor works only for the list, the business and the filters that it was returned for. This cursor was changed, or belongs to another list or to other filters.',
    fix: get('customers?limit=20'),
  },
  idempotency_key_required: {
    why: 'Every POST needs an `Idempotency-Key`, so that a retry never acts twice.',
    fix: { method: 'POST', path: `customers/${customer}/suspend`, body: { reason: 'late' } },
  },
  idempotency_key_invalid: {
    why: 'The `Idempotency-Key` is empty, is longer than 255 characters, or has a character that is not visible ASCII.',
    fix: { method: 'POST', path: `customers/${customer}/suspend`, body: { reason: 'late' } },
  },
  unauthorized: {
    why: 'The header `Api-Key` is missing, or no account has this key: the key is misspelt, was revoked, has expired after a rotation, or is of the other environment. Sandbox keys begin with `sk_sandbox_`, live keys with `sk_live_`.',
    fix: get('accounts'),
  },
  tenant_mismatch: {
    why: 'The header `x-tenant-id` names another business than the one that the key belongs to.',
    fix: get('accounts'),
  },
  account_suspended: {
    why: 'The provider of the service suspended your account. Its keys work again once the account is reactivated.',
  },
  ip_address_not_allowed: {
    why: 'The restricted key has a list of allowed addresses, and the request came from another address. A proxy or a new egress address of your network is the usual cause.',
  },
  insufficient_scope: {
    why: 'The key is restricted and does not have the scope that the route needs. The response names the scope in `required_scope`.',
    fix: get('accounts'),
  },
  sandbox_only: {
    why: 'The route simulates what happens outside of the service. It exists in the sandbox and does nothing in live.',
  },
  attestation_not_accepted: {
    why: 'An attestation says that you verified the customer elsewhere. The operator of this environment does not accept attestations.',
    fix: {
      method: 'POST',
      path: `customers/${customer}/verifications`,
      body: { level: 'standard', document_ids: [] },
    },
  },
  forbidden: {
    why: 'The route is for people who sign in to the dashboard, or for another role than yours.',
  },
  route_not_found: {
    why: 'No route has this path. Check the spelling, and that the path begins with `/v1/` once.',
    fix: get('openapi.json'),
  },
  page_not_found: { why: 'The reference has no page of this name.', fix: get('llms.txt') },
  method_not_allowed: {
    why: 'The path exists, but not with this method. The header `Allow` of the response lists its methods.',
    fix: get('openapi.json'),
  },
  body_too_large: {
    why: 'The body has more bytes than the API reads. Files are not sent in bodies: a document has an upload link.',
  },
  unsupported_media_type: {
    why: 'The body has another `Content-Type` than `application/json`, another charset than UTF-8, or a `Content-Encoding`.',
    fix: {
      method: 'PATCH',
      path: `customers/${customer}`,
      body: { email: 'ada.lovelace@example.com' },
    },
  },
  idempotency_key_reused: {
    why: 'A request with this `Idempotency-Key` and another body succeeded on this path within the last 24 hours. The API did not act on the second body.',
  },
  rate_limited: {
    why: 'Your business sent more requests than its plan allows in this second. The header `RateLimit-Policy` has the limit.',
  },
  internal: { why: 'A fault of the service. It was logged with `request_id`.' },
  unreadable_item: {
    why: 'An object that the request needs lacks a field, or a field is damaged. Lists leave the object out and count it in `unreadable`.',
  },
  unavailable: {
    why: 'A part of the service that the request needs did not answer in time, or is at its limit. The request changed nothing, or the retry returns what it changed.',
  },
  timeout: {
    why: 'The request took longer than the gateway waits. The API may have finished the change afterwards.',
  },
  account_not_found: unknownId('account', 'accounts'),
  customer_not_found: unknownId('customer', 'customers'),
  agreement_not_found: unknownId('agreement', `customers/${customer}/agreements`),
  person_not_found: unknownId(
    'person',
    `customers/${customer}/persons`,
    'A removed person is not found either. ',
  ),
  document_not_found: unknownId('document', `customers/${customer}/documents`),
  verification_not_found: unknownId('verification', `customers/${customer}/verifications`),
  onboarding_link_not_found: unknownId('onboarding link', `customers/${customer}/onboarding-links`),
  screening_not_found: unknownId('screening', 'screenings'),
  authorization_not_found: unknownId('authorization', 'authorizations'),
  transaction_not_found: unknownId('transaction', 'transactions'),
  authorization_endpoint_not_found: unknownId('authorization endpoint', 'authorization-endpoints'),
  feature_not_found: { why: 'No feature has this name.', fix: get('features') },
  api_key_not_found: {
    why: 'The account has no working key with this id: the key was revoked, has expired, or the id is misspelt.',
    fix: get('accounts'),
  },
  webhook_not_found: unknownId('webhook', 'webhooks', 'A deleted webhook is not found either. '),
  request_not_found: unknownId(
    'request',
    'requests',
    'A request appears some seconds after its response. ',
  ),
  event_not_found: unknownId('event', 'events', 'Events older than 400 days are gone. '),
  delivery_not_found: unknownId(
    'delivery',
    'deliveries',
    'Deliveries older than 90 days are gone. ',
  ),
  recovery_not_found: unknownId(
    'recovery',
    `webhooks/${webhook}`,
    'Recoveries older than 90 days are gone. ',
  ),
  action_not_allowed: {
    why: 'The resource is in a state in which this action does not exist. The response has the state in `current_status` and the possible actions in `allowed_actions`.',
    fix: get(`cards/${card}`),
  },
  external_id_taken: {
    why: 'An `external_id` belongs to one customer at a time. Another customer that is not closed has it, often from an earlier attempt to create the same customer.',
    fix: get('customers?external_id=crm-4711'),
  },
  business_required: {
    why: 'Persons are the owners, controllers and directors of a company. The customer in the path is an individual.',
    fix: { method: 'PATCH', path: `customers/${customer}`, body: { first_name: 'Ada' } },
  },
  person_limit_reached: {
    why: 'The company has 20 persons already.',
    fix: get(`customers/${customer}/persons`),
  },
  screening_not_clear: {
    why: 'The name of the customer, or of one of its persons, is similar to an entry of a list of sanctions, or cannot be compared. Nobody has decided about it yet.',
    fix: get(`screenings?customer_id=${customer}`),
  },
  screening_unavailable: {
    why: 'The service that searches lists of sanctions did not answer. The API never skips the search.',
  },
  verification_already_open: {
    why: 'The customer has a verification that is neither decided nor canceled.',
    fix: get(`customers/${customer}/verifications`),
  },
  onboarding_not_possible: {
    why: 'The link would have nothing to ask: the customer is verified at this level, has a verification in processing, or is not an individual.',
    fix: get(`customers/${customer}/verifications`),
  },
  document_limit_reached: {
    why: 'One onboarding link can create 20 documents, and this link created them.',
  },
  authorization_endpoint_exists: {
    why: 'An account has at most one authorization endpoint, and yours exists.',
    fix: get('authorization-endpoints'),
  },
  webhook_limit_reached: {
    why: 'The account has 16 webhooks that are not deleted.',
    fix: get('webhooks'),
  },
  recovery_limit_reached: {
    why: 'A recovery of this webhook is running, or five recoveries of your business are.',
    fix: { method: 'POST', path: `recoveries/${recovery}/cancel` },
  },
  api_key_limit_reached: {
    why: 'The account has 16 restricted keys in use.',
    fix: get('accounts'),
  },
  delivery_in_flight: {
    why: 'The service is sending this delivery at this moment. A second attempt beside it could arrive twice.',
    fix: get(`deliveries?webhook_id=${webhook}`),
  },
  verification_requirements_due: {
    why: 'The verification lacks something: a field of the profile, a document, or a finished check. The response lists the missing things with the calls that provide them.',
    fix: get(`verifications/${verification}`),
  },
  feature_requirements_due: {
    why: 'The feature needs something that the customer lacks. The response lists the missing things with the calls that provide them.',
    fix: get(`customers/${customer}/features/virtual_cards`),
  },
  feature_ineligible: {
    why: 'A rule of the catalogue excludes this customer, for example by country, by age or by status.',
    fix: get(`customers/${customer}/features/virtual_cards`),
  },
  version_mismatch: {
    why: 'Another request changed the resource after you read it, so the version in `If-Match` is not the current one. The API changed nothing.',
    fix: get(`customers/${customer}`),
  },
  card_not_found: unknownId('card', 'cards'),
  card_token_not_found: unknownId('token', `cards/${card}/card-tokens`),
  feature_not_active: {
    why: 'A card needs an active feature of its customer, `virtual_cards` or `physical_cards`. The feature was never activated, or was deactivated or suspended.',
    fix: {
      method: 'POST',
      path: `customers/${customer}/features/virtual_cards/activate`,
      body: {},
    },
  },
  order_in_progress: {
    why: 'An earlier request with this `Idempotency-Key` ordered a card with another body, and its outcome is not known yet, for example because the issuer did not answer.',
  },
  last4_mismatch: {
    why: 'The digits in `last4` are not those of the card. Each wrong guess counts; after five the activation is locked for an hour.',
    fix: { method: 'POST', path: `cards/${card}/activate`, body: { last4: '4242' } },
  },
  issuer_refused: {
    why: 'The card issuer rejected the order. The response has the reason in `issuer_reason`, where the issuer says one.',
  },
  reveal_not_available: {
    why: 'Each issuer reveals a card number in its own way: encrypted with your `public_key`, or by a `nonce` of its own page. This card’s issuer does not offer the way that you asked for.',
  },
  reveal_limit_reached: {
    why: 'Each key can reveal a limited number of card numbers an hour, so that a stolen key cannot copy them all.',
  },
  activation_locked: {
    why: 'Five wrong guesses of the last four digits locked the activation of this card for an hour.',
  },
  operator_not_found: { why: 'Nobody who can sign in for your business has this id.' },
  operator_exists: {
    why: 'An e-mail address can sign in for one business, and this address is taken.',
  },
  operator_limit_reached: {
    why: 'Fifty people can sign in for your business already, including invited ones.',
  },
  invitation_limit_reached: { why: 'Your business sent 20 invitations today (UTC).' },
  invitation_accepted: {
    why: 'The person chose a password since the invitation was sent, so there is nothing to send again.',
  },
  role_change_under_way: {
    why: 'Another request began to change the role of this person and did not finish.',
  },
  last_owner: { why: 'The person is the only owner who has signed in.' },
};
