import * as z from 'zod/mini';
import { CustomerId } from '../customers/schema.ts';
import { EmptyRequest, listOf, ReasonRequest } from '../fields.ts';
import { filteredQuery, pageQuery } from '../list-query.ts';
import { route } from '../route.ts';
import { builders } from '../route-access.ts';
import { reveals_max } from './attempts.ts';
import { CardActivate, CardClose, CardCreate, CardPatch, CardReplace, CardRevealRequest } from './input.ts';
import { CardReveal } from './reveal-schema.ts';
import { CardId, CardLimitResource, CardResource, CardTypeSchema } from './schema.ts';

const params = z.object({ card_id: CardId });
const acting = { outbox: ['put'], idempotency: ['batch', 'get', 'put'] } as const;

/** What ordering a card takes: whether its customer may have it, the order itself, and the issuer. */
const ordering = {
  ...acting,
  // An order that is refused after it was written down is called off: claimed, told to the issuer, removed.
  resources: ['batch', 'get', 'put', 'update', 'delete', 'check'],
  'resources/by_parent': ['query'],
  issuer: ['put', 'update'],
  issuerKey: ['mac'],
  issuerApiKey: ['read'],
  settings: ['cardIssuer'],
} as const;

export const createCard = route({
  id: 'cards.create',
  method: 'POST',
  path: '/cards',
  summary: 'Issue a card to a customer',
  description:
    'A virtual card is active at once; a physical one is sent, and activated with its last four digits. The customer needs ' +
    'the feature of the type, and `foreign_currency_cards` where the currency is not the account’s.',
  body: CardCreate,
  returns: { status: 201, body: CardResource },
  errors: ['customer_not_found', 'feature_not_active', 'order_in_progress', 'issuer_refused'],
  permissions: ordering,
  reachable: ['api', 'dashboard'],
  roles: builders,
  replay: 'stored',
  retry: 'reads_record_first',
});

export const listCards = route({
  id: 'cards.list',
  method: 'GET',
  path: '/cards',
  summary: 'List cards, newest first',
  description: 'Of all customers, or of one.',
  query: z.strictObject({
    ...filteredQuery(),
    customer_id: z.optional(CustomerId),
    status: z.optional(CardResource.shape.status),
    type: z.optional(CardTypeSchema),
  }),
  returns: { status: 200, body: listOf(CardResource, 'CardList') },
  errors: [],
  permissions: {
    cursorKey: ['mac'],
    resources: ['query', 'batch'],
    'resources/by_parent': ['query'],
    'resources/by_status': ['query'],
  },
  reachable: ['api', 'dashboard'],
});

export const getCard = route({
  id: 'cards.get',
  method: 'GET',
  path: '/cards/{card_id}',
  summary: 'Get a card',
  description: 'Its last four digits, its status and its controls, never its number.',
  params,
  returns: { status: 200, body: CardResource },
  errors: ['card_not_found'],
  permissions: { resources: ['get'] },
  reachable: ['api', 'dashboard'],
});

export const listCardLimits = route({
  id: 'cards.list-limits',
  method: 'GET',
  path: '/cards/{card_id}/limits',
  summary: 'List what a card may still spend, by interval',
  description:
    'Limit, cap, what was spent and what is left of each interval: the same that an authorization is decided on.',
  params,
  query: z.strictObject(pageQuery),
  returns: { status: 200, body: listOf(CardLimitResource, 'CardLimitList') },
  errors: ['card_not_found'],
  permissions: { cursorKey: ['mac'], resources: ['get', 'batch'] },
  reachable: ['api', 'dashboard'],
});

export const updateCard = route({
  id: 'cards.update',
  method: 'PATCH',
  path: '/cards/{card_id}',
  summary: 'Change the nickname, controls or metadata of a card',
  description: 'A JSON merge patch; lists replace. A limit above its cap is refused with `above_cap`.',
  params,
  body: CardPatch,
  returns: { status: 200, body: CardResource },
  errors: ['card_not_found', 'action_not_allowed'],
  permissions: { resources: ['get', 'batch', 'put', 'check'], outbox: ['put'] },
  reachable: ['api', 'dashboard'],
  roles: builders,
});

const action = {
  method: 'POST',
  params,
  returns: { status: 200, body: CardResource },
  errors: ['card_not_found', 'action_not_allowed'],
  permissions: { ...acting, resources: ['batch', 'put'] },
  reachable: ['api', 'dashboard'],
  roles: builders,
  replay: 'stored',
  retry: 'reads_record_first',
} as const;

export const activateCard = route({
  ...action,
  id: 'cards.activate',
  path: '/cards/{card_id}/activate',
  summary: 'Activate a physical card that has arrived',
  description:
    'Asks for the last four digits: five wrong guesses lock activation for an hour. A damaged or expired card that it ' +
    'replaces is closed with it.',
  body: CardActivate,
  errors: ['card_not_found', 'action_not_allowed', 'last4_mismatch', 'activation_locked'],
  permissions: { ...acting, resources: ['batch', 'put', 'delete', 'check'] },
});

export const freezeCard = route({
  ...action,
  id: 'cards.freeze',
  path: '/cards/{card_id}/freeze',
  summary: 'Freeze an active card',
  description: 'Nothing can be spent until it is unfrozen.',
  body: ReasonRequest,
});

export const unfreezeCard = route({
  ...action,
  id: 'cards.unfreeze',
  path: '/cards/{card_id}/unfreeze',
  summary: 'Unfreeze a frozen card',
  description: 'It can be used again, unless something else blocks it.',
  body: EmptyRequest,
  permissions: { ...acting, resources: ['batch', 'put', 'check'] },
});

export const closeCard = route({
  ...action,
  id: 'cards.close',
  path: '/cards/{card_id}/close',
  summary: 'Close a card for good',
  description: 'Final.',
  body: CardClose,
});

export const replaceCard = route({
  ...action,
  id: 'cards.replace',
  path: '/cards/{card_id}/replace',
  summary: 'Replace a card by a new one',
  description:
    'Answers the new card. `lost` and `stolen` close the old one at once; `damaged` and `expired` when the new one is ' +
    'activated, which a virtual one is at once. Controls, nickname and metadata carry over, and what was spent counts on.',
  body: CardReplace,
  returns: { status: 201, body: CardResource },
  errors: ['card_not_found', 'action_not_allowed', 'feature_not_active', 'order_in_progress', 'issuer_refused'],
  permissions: ordering,
});

export const revealCard = route({
  method: 'POST',
  params,
  errors: ['card_not_found', 'action_not_allowed', 'reveal_not_available', 'reveal_limit_reached'],
  reachable: action.reachable,
  roles: builders,
  scope: 'cards:reveal',
  id: 'cards.reveal',
  path: '/cards/{card_id}/reveal',
  summary: 'Reveal the number of a card to your key',
  description:
    'Encrypted to the public key you send, so that only its owner reads it; or shown by the elements of the issuer, where ' +
    'you send their nonce. Each call is told as card.revealed, whose causation names the key that it was sealed to; a key ' +
    `is shown ${reveals_max} numbers an hour at most.`,
  body: CardRevealRequest,
  returns: { status: 200, body: CardReveal },
  permissions: {
    resources: ['get', 'batch', 'put', 'check'],
    outbox: ['put'],
    issuer: ['get'],
    issuerKey: ['mac'],
    issuerApiKey: ['read'],
    settings: ['cardIssuer'],
  },
  replay: 'none',
});
