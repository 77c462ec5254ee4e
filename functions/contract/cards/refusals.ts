import type { FailureCode } from '../../domain/failure.ts';
import type { Refusal } from '../refusal.ts';

/** Refusals that cards bring with them. */
export const cardRefusals = {
  card_not_found: {
    status: 404,
    title: 'No such card',
    detail: 'No card with this id belongs to your business in this environment.',
    retry: false,
  },
  feature_not_active: {
    status: 422,
    title: 'The customer lacks the feature',
    detail: 'Make the calls of `requirements.currently_due` in their order; they end with activating `feature`.',
    retry: false,
  },
  last4_mismatch: {
    status: 422,
    title: 'Not the last four digits of this card',
    detail: 'Read them off the card and send them again; `attempts_left` says how many more wrong ones are forgiven.',
    retry: false,
  },
  activation_locked: {
    status: 429,
    title: 'Too many wrong digits',
    detail: 'Activation is locked for an hour after five wrong guesses. Wait as long as retry-after says.',
    retry: true,
  },
} as const satisfies Partial<Record<FailureCode, Refusal>>;
