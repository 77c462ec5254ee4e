import type { ApiErrorCode } from '../api-error.ts';
import type { ErrorEntry } from '../error-catalogue.ts';
import { reveals_max } from './attempts.ts';

/** Errors that cards bring with them. */
export const cardErrors = {
  card_not_found: {
    status: 404,
    title: 'No such card',
    detail: 'No card with this id, card_ and 26 characters, belongs to your business in this environment.',
    retry: false,
  },
  feature_not_active: {
    status: 422,
    title: 'The customer lacks the feature',
    detail: 'Make the calls of `requirements.currently_due` in their order; they end with activating `feature`.',
    retry: false,
  },
  order_in_progress: {
    status: 409,
    title: 'An order under this key is not finished',
    detail:
      'Another body under this Idempotency-Key ordered a card, which the issuer may have made. Repeat that request to ' +
      'finish it; or send this one again after the seconds in retry-after: the other order is then called off first.',
    retry: true,
  },
  last4_mismatch: {
    status: 422,
    title: 'Not the last four digits of this card',
    detail: 'Read them off the card and send them again; `attempts_left` says how many more wrong ones are forgiven.',
    retry: false,
  },
  issuer_refused: {
    status: 422,
    title: 'The issuer does not take it',
    detail: 'The issuer of the cards does not accept this and will not; `issuer_reason` says why.',
    retry: false,
  },
  reveal_not_available: {
    status: 422,
    title: 'The number cannot be shown',
    detail:
      'The issuer of this card does not show its number in this way. Where `reveal_with` names a field, send a fresh ' +
      'value of that one instead.',
    retry: false,
  },
  reveal_limit_reached: {
    status: 429,
    title: 'Too many numbers were shown to this key',
    detail: `A key is shown ${reveals_max} numbers an hour. Wait as long as retry-after says.`,
    retry: true,
  },
  activation_locked: {
    status: 429,
    title: 'Too many wrong digits',
    detail: 'Activation is locked for an hour after five wrong guesses. Wait as long as retry-after says.',
    retry: true,
  },
} as const satisfies Partial<Record<ApiErrorCode, ErrorEntry>>;
