import { reveals_max } from './limits.ts';
import { type ErrorEntry, notFound, requestErrors } from './request-errors.ts';
import { resourceErrors } from './resource-errors.ts';

/** Errors about the people who can sign in. A caller with a key never gets them. */
export const operatorErrors = {
  operator_not_found: {
    status: 404,
    title: 'No such person',
    detail: 'No person with this id, opr_ and 26 characters, can sign in for your business.',
  },
  operator_exists: {
    status: 409,
    title: 'The e-mail address is taken',
    detail:
      'A person with this address can already sign in, for your business or for another. Invite another address.',
  },
  operator_limit_reached: {
    status: 409,
    title: 'Too many people',
    detail:
      'At most 50 people can sign in for a business, including invited ones. Remove one first.',
  },
  invitation_limit_reached: {
    status: 429,
    title: 'Too many invitations today',
    detail:
      'A business can invite 20 people a day (UTC), including people who were removed. Continue tomorrow.',
  },
  invitation_accepted: {
    status: 409,
    title: 'The person has signed in',
    detail: 'The person has accepted the invitation and chosen a password. Nothing was sent.',
  },
  role_change_under_way: {
    status: 409,
    title: 'Another role change is not finished',
    detail:
      'Another request started to change the role of this person. Request that role again to finish it, then yours.',
  },
  last_owner: {
    status: 409,
    title: 'The last owner',
    detail:
      'Without an owner nobody could manage the people. Make another person an owner first, one who has signed in.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** Errors of cards. */
const cardErrors = {
  card_not_found: notFound('card', 'card'),
  card_token_not_found: notFound('token', 'ctok'),
  feature_not_active: {
    status: 422,
    title: 'The feature is not active for the customer',
    detail:
      'Make the calls of `requirements.currently_due` in order; the last one activates `feature`.',
  },
  order_in_progress: {
    status: 409,
    title: 'An order under this key is not finished',
    detail:
      'An earlier request with this Idempotency-Key and another body ordered a card, and the issuer may have created it. ' +
      'Repeat the earlier request to finish that order. Or send this request again after the seconds in retry-after: ' +
      'the service then cancels the earlier order first.',
    retry: true,
  },
  last4_mismatch: {
    status: 422,
    title: 'Not the last four digits of this card',
    detail:
      'Read the digits from the card and send them again; `attempts_left` is the remaining number of guesses.',
  },
  issuer_refused: {
    status: 422,
    title: 'The issuer rejected it',
    detail:
      'The card issuer rejected this request, and a retry does not help. `issuer_reason` says why.',
  },
  reveal_not_available: {
    status: 422,
    title: 'The number cannot be revealed',
    detail:
      'The issuer of this card does not reveal its number in this way. If `reveal_with` names a field, send a new value ' +
      'of that field instead.',
  },
  reveal_limit_reached: {
    status: 429,
    title: 'Too many numbers were revealed to this key',
    detail: `A key can reveal ${reveals_max} numbers an hour. Wait for the time in retry-after.`,
    retry: true,
  },
  activation_locked: {
    status: 429,
    title: 'Too many wrong digits',
    detail:
      'Activation is locked for an hour after five wrong guesses. Wait for the time in retry-after.',
    retry: true,
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

const entries = {
  ...requestErrors,
  ...resourceErrors,
  ...cardErrors,
  ...operatorErrors,
};

/** Every error that a caller can get. */
export type ApiErrorCode = keyof typeof entries;

/** Every error of the API by its code. */
export const catalogue: Readonly<Record<ApiErrorCode, ErrorEntry>> = entries;
