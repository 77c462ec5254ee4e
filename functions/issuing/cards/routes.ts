import { EmptyRequest, ReasonRequest } from '../../core/fields.ts';
import { routesOf } from '../../core/resource-routes.ts';
import { CardActivate, CardClose, CardCreate, CardPatch, CardReplace } from './input.ts';
import { CardResource } from './schema.ts';

/** The forms of the routes of cards. */
export const cardRoutes = routesOf('card', CardResource);

/**
 * The permissions for ordering a card: whether its customer may have it, the order itself, and the
 * issuer.
 */
const ordering = {
  outbox: ['put'],
  // A rejected order is canceled: claimed, voided at the issuer, removed.
  resources: ['batch', 'get', 'put', 'update', 'delete', 'check'],
  'resources/by_parent': ['query'],
  issuer: ['put', 'update'],
  issuerKey: ['mac'],
  issuerApiKey: ['read'],
  settings: ['cardIssuer'],
} as const;

export const createCard = cardRoutes.create({
  summary: 'Issue a card to a customer',
  description:
    'A virtual card is active immediately. A physical card is sent by post and activated with its last four digits. The customer needs the feature of that type, and `foreign_currency_cards` if the currency is not the account’s.',
  body: CardCreate,
  errors: ['customer_not_found', 'feature_not_active', 'order_in_progress', 'issuer_refused'],
  permissions: ordering,
  retry: 'reads_record_first',
});

export const getCard = cardRoutes.get({
  summary: 'Get a card',
  description: 'Its last four digits, its status and its controls, never its number.',
  permissions: { resources: ['get'] },
});

export const updateCard = cardRoutes.update({
  summary: 'Change the nickname, controls or metadata of a card',
  description:
    'A JSON merge patch; a list replaces the earlier list. A limit above its cap is rejected with `above_cap`.',
  body: CardPatch,
  errors: ['card_not_found', 'action_not_allowed'],
  permissions: { resources: ['get', 'batch', 'put', 'check'], outbox: ['put'] },
});

export const activateCard = cardRoutes.action('activate', {
  summary: 'Activate a physical card that has arrived',
  description:
    'Needs the last four digits. Five wrong guesses lock activation for an hour. If it replaces a damaged or expired card, that card is closed.',
  body: CardActivate,
  errors: ['card_not_found', 'action_not_allowed', 'last4_mismatch', 'activation_locked'],
  permissions: { outbox: ['put'], resources: ['batch', 'put', 'delete', 'check'] },
});

export const freezeCard = cardRoutes.action('freeze', {
  permissions: { outbox: ['put'], resources: ['batch', 'put'] },
  summary: 'Freeze an active card',
  description:
    'Nothing can be spent until it is unfrozen, by any of its tokens either. The tokens stay.',
  body: ReasonRequest,
});

export const unfreezeCard = cardRoutes.action('unfreeze', {
  summary: 'Unfreeze a frozen card',
  description: 'The card can be used again, unless it is blocked.',
  body: EmptyRequest,
  permissions: { outbox: ['put'], resources: ['batch', 'put', 'check'] },
});

export const closeCard = cardRoutes.action('close', {
  permissions: { outbox: ['put'], resources: ['batch', 'put'] },
  summary: 'Close a card for good',
  description: 'Final.',
  body: CardClose,
});

export const replaceCard = cardRoutes.action('replace', {
  summary: 'Replace a card with a new one',
  description:
    'Returns the new card. `lost` and `stolen` close the old card immediately. `damaged` and `expired` close it when the new card is activated; a virtual card is active immediately. Controls, nickname, metadata and spent amounts carry over.',
  body: CardReplace,
  returns: { status: 201, body: CardResource },
  errors: [
    'card_not_found',
    'action_not_allowed',
    'feature_not_active',
    'order_in_progress',
    'issuer_refused',
  ],
  permissions: ordering,
});
