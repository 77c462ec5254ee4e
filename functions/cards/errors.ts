import type { ApiErrorCode } from '../api-error.ts';
import { type ErrorEntry, notFound } from '../error-catalogue.ts';
import { reveals_max } from './states.ts';

/** Errors of cards. */
export const cardErrors = {
  card_not_found: notFound('card', 'card'),
  feature_not_active: {
    status: 422,
    title: 'The feature is not active for the customer',
    detail: 'Make the calls of `requirements.currently_due` in order; the last one activates `feature`.',
  },
  order_in_progress: {
    status: 409,
    title: 'An order under this key is not finished',
    detail:
      'Another body with this Idempotency-Key ordered a card, and the issuer may have made it. Repeat that request to ' +
      'finish it. Or send this one again after the seconds in retry-after: the other order is then canceled first.',
    retry: true,
  },
  last4_mismatch: {
    status: 422,
    title: 'Not the last four digits of this card',
    detail: 'Read the digits from the card and send them again; `attempts_left` is the remaining number of guesses.',
  },
  issuer_refused: {
    status: 422,
    title: 'The issuer rejected it',
    detail: 'The issuer of the cards rejected this; a retry does not help. `issuer_reason` says why.',
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
    detail: 'Activation is locked for an hour after five wrong guesses. Wait for the time in retry-after.',
    retry: true,
  },
} as const satisfies Partial<Record<ApiErrorCode, ErrorEntry>>;
