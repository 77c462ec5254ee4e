import type { ApiError } from '../../../client/src/api-error.ts';
import type { ApiErrorCode, ApiErrorItem, ApiErrorItemCode } from '../../../functions/api-error.ts';
import { words } from './words.ts';

/** What an error carries that its sentence may name. */
type Particulars = Pick<ApiError, 'feature' | 'attempts_left' | 'retry_after_seconds' | 'issuer_reason'>;

type Sentence = string | ((error: Particulars) => string);

/** What the dashboard itself throws, beside the codes of the API. */
type OwnCode = 'upload_rejected' | 'unexpected_answer';

/** How long to wait, in words: “in 40 seconds”, “in 4 minutes”. */
const waitText = ({ retry_after_seconds: seconds }: Particulars): string => {
  if (seconds === null) return 'later';
  const [count, unit] = seconds < 90 ? [Math.max(1, seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
};

const featureText = ({ feature }: Particulars): string => (feature ? words(feature) : 'The features');

const outdated = 'The dashboard sent a request that the API does not accept. Reload the page and try again.';

/** One sentence for people for each error code. The sentence of the API speaks to programs: it is never shown. */
const sentences: Readonly<Record<ApiErrorCode | OwnCode, Sentence>> = {
  validation_failed: 'Some of the input is not valid. Correct it and try again.',
  malformed_json: outdated,
  cursor_invalid: 'This page of the list no longer exists. Go back to the first page.',
  idempotency_key_required: outdated,
  idempotency_key_invalid: outdated,
  idempotency_key_reused: outdated,
  unsupported_media_type: outdated,
  route_not_found: outdated,
  page_not_found: outdated,
  method_not_allowed: 'This is not possible here.',
  unauthorized: 'You are no longer signed in. Sign in again.',
  tenant_mismatch: 'This belongs to another business.',
  account_suspended: 'The account of your business is suspended. Contact support.',
  ip_address_not_allowed: 'Access from your network address is not allowed.',
  insufficient_scope: 'You do not have permission to do this.',
  forbidden: 'You do not have permission to do this. Ask an owner of your business.',
  sandbox_only: 'This is possible in Sandbox mode only.',
  attestation_not_accepted: 'Attestations are not accepted in this environment.',
  account_not_found: 'This account does not exist in this environment.',
  customer_not_found: 'This customer does not exist in this environment.',
  agreement_not_found: 'This agreement does not exist in this environment.',
  person_not_found: 'This person is not, or no longer, part of the business.',
  document_not_found: 'This document does not exist in this environment.',
  screening_not_found: 'This screening does not exist in this environment.',
  screening_not_clear: 'A match on a sanctions list is not cleared. Decide about it in the customer’s screening first.',
  verification_not_found: 'This verification does not exist in this environment.',
  onboarding_link_not_found: 'This onboarding link does not exist in this environment.',
  card_not_found: 'This card does not exist in this environment.',
  card_token_not_found: 'This token does not exist in this environment.',
  authorization_not_found: 'This authorization does not exist in this environment.',
  transaction_not_found: 'This transaction does not exist in this environment.',
  feature_not_found: 'This feature does not exist.',
  api_key_not_found: 'This API key no longer works: it was revoked or it has expired.',
  authorization_endpoint_exists: 'This account has an authorization endpoint already.',
  authorization_endpoint_not_found: 'This authorization endpoint does not exist in this environment.',
  webhook_not_found: 'This webhook does not exist in this environment.',
  request_not_found:
    'This request is not in the log. Requests appear after some seconds and are deleted after some days.',
  event_not_found: 'This event does not exist in this environment. Events are kept for 400 days.',
  delivery_not_found: 'This delivery does not exist in this environment. Deliveries are kept for 90 days.',
  recovery_not_found: 'This recovery does not exist in this environment. Recoveries are kept for 90 days.',
  operator_not_found: 'This person is not a member of your business.',
  operator_exists: 'This e-mail address already belongs to a member. Invite another address.',
  operator_limit_reached: 'Your business has the maximum of 50 members and invitations. Remove a member first.',
  invitation_limit_reached: 'Your business has sent 20 invitations today, the maximum. Try again tomorrow.',
  last_owner: 'A business needs an owner. Make another active member an owner first.',
  role_change_under_way: 'Another role change for this person is not finished. Repeat that change first.',
  action_not_allowed: 'This is not possible in the current status.',
  external_id_taken: 'Another customer has this external ID.',
  business_required: 'Only a business has persons.',
  person_limit_reached: 'This business has the maximum of 20 persons. Remove one first.',
  screening_unavailable: (error) => `The lists of sanctions cannot be searched now. Try again ${waitText(error)}.`,
  verification_already_open: 'This customer has an open verification. Continue with it or cancel it first.',
  onboarding_not_possible: 'There is nothing to ask of this customer on the onboarding page.',
  document_limit_reached: 'This onboarding link has reached its limit of 20 documents.',
  webhook_limit_reached: 'This account has the maximum of 16 webhooks. Delete one first.',
  recovery_limit_reached:
    'A recovery of this webhook is still running, or five of your business are. Wait until one has ended, or cancel one.',
  api_key_limit_reached: 'This account has the maximum of 16 restricted keys. Revoke one first.',
  delivery_in_flight: (error) => `This delivery is being sent right now. Try again ${waitText(error)}.`,
  version_mismatch: 'This was changed after you opened it. Reload the page.',
  body_too_large: 'The input is too large.',
  verification_requirements_due: 'The verification cannot be submitted yet. Complete the steps below.',
  feature_requirements_due: (error) => `${featureText(error)} cannot be activated yet. Complete the steps below.`,
  feature_not_active: (error) => `${featureText(error)} are not active for this customer`,
  feature_ineligible: (error) => `${featureText(error)} are not available for this customer`,
  order_in_progress: (error) => `An earlier order of this card is not finished. Try again ${waitText(error)}.`,
  last4_mismatch: ({ attempts_left }) =>
    `These are not the last four digits of this card. ${attempts_left ?? 'Few'} attempts left.`,
  issuer_refused: ({ issuer_reason }) =>
    `The card issuer did not accept this${issuer_reason ? `: ${words(issuer_reason).toLowerCase()}` : ''}.`,
  reveal_not_available: 'The number of this card cannot be shown here.',
  reveal_limit_reached: (error) => `Too many card numbers were shown. Try again ${waitText(error)}.`,
  activation_locked: (error) => `Too many attempts. Try again ${waitText(error)}.`,
  rate_limited: (error) => `Too many requests. Try again ${waitText(error)}.`,
  internal: 'Something went wrong on our side. Try again. If it fails again, contact support.',
  unavailable: (error) => `The service is busy. Try again ${waitText(error)}.`,
  timeout: 'The service took too long to answer. Try again: nothing is done twice.',
  upload_rejected: 'The file was not accepted. Check that it is the announced file and upload it again.',
  unexpected_answer: 'The service did not answer as expected. Try again. If it fails again, contact support.',
};

/** An error of the API, for people. A later version of the API may know codes that this page does not. */
export const errorText = (error: Particulars & { readonly code: string }): string => {
  const sentence = isKnown(error.code) ? sentences[error.code] : sentences.unexpected_answer;
  return typeof sentence === 'string' ? sentence : sentence(error);
};

const isKnown = (code: string): code is keyof typeof sentences => Object.hasOwn(sentences, code);

/** What is wrong with one input, where the API's own sentence is made for programs. */
const itemSentences: Readonly<Record<ApiErrorItemCode, string>> = {
  required: 'Enter a value.',
  unknown_field: 'This field is not allowed here.',
  invalid_type: 'This value has the wrong type.',
  invalid_format: 'This value has the wrong format.',
  invalid_value: 'This value is not allowed.',
  too_short: 'This value is too short.',
  too_long: 'This value is too long.',
  too_small: 'This value is too small.',
  too_big: 'This value is too large.',
  above_cap: 'This amount is above the maximum of the features.',
  under_age: 'The person must be at least 18 years old.',
  card_number_not_allowed: 'Card numbers are not allowed here.',
};

/** The API's sentence about one input, in a person's words where it has the general form, unless it speaks to programs. */
export const itemText = ({ code, detail }: Pick<ApiErrorItem, 'code' | 'detail'>): string => {
  const [, end, count, unit] = /^Must have (at least|at most) (\d+) (\w+)\.$/.exec(detail) ?? [];
  if (unit) return unit === 'character' && end === 'at least' ? itemSentences.required : `Use ${end} ${count} ${unit}.`;
  const [, wanted] = /^Must be ((?:an?|the) .+)$/.exec(detail) ?? [];
  const isForPrograms = code === 'invalid_type' || /`|(^|\s)\/\w/.test(detail);
  if (wanted && !isForPrograms) return `Enter ${wanted}`;
  return isForPrograms || detail.startsWith('Must ') ? itemSentences[code] : detail;
};

/** Where an input stands, in words: `/address/city` is “Address, city”, `/limits/0` is “Limits, 1”. */
export const placeText = (item: ApiErrorItem): string => {
  const path = 'pointer' in item ? item.pointer.split('/').slice(1) : item.parameter.split('.').slice(-1);
  const names = path.map((name) => (/^\d+$/.test(name) ? String(Number(name) + 1) : name.replaceAll('~1', '/')));
  return words(names.join(', ')) || 'Input';
};

/** The items of an error: those of the fields of a form, and the others. */
export type ItemsByField = {
  readonly fields: Readonly<Record<string, string>>;
  readonly others: readonly ApiErrorItem[];
};

/**
 * Sorts items to fields, which are named by JSON pointers as `/url`. An item below a field (`/event_types/0`) belongs to that
 * field; of several fields it belongs to the nearest.
 */
export const itemsByField = (items: readonly ApiErrorItem[], pointers: readonly string[]): ItemsByField => {
  const fields: Record<string, string> = {};
  const others: ApiErrorItem[] = [];
  for (const item of items) {
    const field = 'pointer' in item ? nearest(item.pointer, pointers) : undefined;
    if (field === undefined) others.push(item);
    else fields[field] = [...new Set([fields[field], itemText(item)])].filter(Boolean).join(' ');
  }
  return { fields, others };
};

const nearest = (pointer: string, pointers: readonly string[]): string | undefined =>
  pointers
    .filter((one) => pointer === one || pointer.startsWith(`${one}/`))
    .toSorted((one, other) => other.length - one.length)[0];
