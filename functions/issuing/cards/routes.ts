import * as z from 'zod/mini';
import { EmptyRequest, listOf, ReasonRequest } from '../../core/fields.ts';
import { reveals_max } from '../../core/limits.ts';
import { filteredQuery, pageQuery } from '../../core/list-query.ts';
import { changing, routeLike, routesOf } from '../../core/resource-routes.ts';
import { route } from '../../core/route.ts';
import { CustomerId } from '../../identity/customers/schema.ts';
import {
  CardActivate,
  CardClose,
  CardCreate,
  CardIds,
  CardPatch,
  CardReplace,
  CardRevealRequest,
} from './input.ts';
import { CardReveal } from './reveal-schema.ts';
import { CardLimitResource, CardResource, CardTypeSchema, Last4Digits } from './schema.ts';

const card = routesOf('card', CardResource);

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

export const createCard = card.create({
  summary: 'Issue a card to a customer',
  description:
    'A virtual card is active immediately. A physical card is sent by post and activated with its last four digits. The customer needs the feature of that type, and `foreign_currency_cards` if the currency is not the account’s.',
  body: CardCreate,
  errors: ['customer_not_found', 'feature_not_active', 'order_in_progress', 'issuer_refused'],
  permissions: ordering,
  retry: 'reads_record_first',
});

export const listCards = card.list({
  summary: 'List cards, newest first',
  description:
    'Those of all customers, or of one; some by their `ids`; or those whose number ends in `last4`.',
  query: z.strictObject({
    ...filteredQuery(),
    ids: z.optional(CardIds),
    customer_id: z.optional(CustomerId),
    status: z.optional(CardResource.shape.status),
    type: z.optional(CardTypeSchema),
    last4: z.optional(Last4Digits),
  }),
  permissions: {
    resources: ['query', 'batch'],
    'resources/by_parent': ['query'],
    'resources/by_status': ['query'],
  },
});

export const getCard = card.get({
  summary: 'Get a card',
  description: 'Its last four digits, its status and its controls, never its number.',
  permissions: { resources: ['get'] },
});

export const listCardLimits = route({
  id: 'cards.list-limits',
  method: 'GET',
  path: '/cards/{card_id}/limits',
  summary: 'List the remaining limits of a card, by interval',
  description:
    'The limit, cap, spent amount and remaining amount of each interval. Authorizations are decided on the same values.',
  params: card.params,
  query: z.strictObject(pageQuery),
  returns: { status: 200, body: listOf(CardLimitResource, 'CardLimitList') },
  errors: ['card_not_found'],
  permissions: { resources: ['get', 'batch'] },
});

export const updateCard = card.update({
  summary: 'Change the nickname, controls or metadata of a card',
  description:
    'A JSON merge patch; a list replaces the earlier list. A limit above its cap is rejected with `above_cap`.',
  body: CardPatch,
  errors: ['card_not_found', 'action_not_allowed'],
  permissions: { resources: ['get', 'batch', 'put', 'check'], outbox: ['put'] },
});

export const activateCard = card.action('activate', {
  summary: 'Activate a physical card that has arrived',
  description:
    'Needs the last four digits. Five wrong guesses lock activation for an hour. If it replaces a damaged or expired card, that card is closed.',
  body: CardActivate,
  errors: ['card_not_found', 'action_not_allowed', 'last4_mismatch', 'activation_locked'],
  permissions: { outbox: ['put'], resources: ['batch', 'put', 'delete', 'check'] },
});

export const freezeCard = card.action('freeze', {
  permissions: { outbox: ['put'], resources: ['batch', 'put'] },
  summary: 'Freeze an active card',
  description:
    'Nothing can be spent until it is unfrozen, by any of its tokens either. The tokens stay.',
  body: ReasonRequest,
});

export const unfreezeCard = card.action('unfreeze', {
  summary: 'Unfreeze a frozen card',
  description: 'The card can be used again, unless it is blocked.',
  body: EmptyRequest,
  permissions: { outbox: ['put'], resources: ['batch', 'put', 'check'] },
});

export const closeCard = card.action('close', {
  permissions: { outbox: ['put'], resources: ['batch', 'put'] },
  summary: 'Close a card for good',
  description: 'Final.',
  body: CardClose,
});

export const replaceCard = card.action('replace', {
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

export const revealCard = routeLike(changing, {
  method: 'POST',
  params: card.params,
  errors: ['card_not_found', 'action_not_allowed', 'reveal_not_available', 'reveal_limit_reached'],
  scope: 'cards:reveal',
  id: 'cards.reveal',
  path: '/cards/{card_id}/reveal',
  summary: 'Reveal the number of a card to your key',
  description:
    'The number is encrypted to the public key that you send, so only the owner of its private key can read it. Or the ' +
    'issuer’s elements show it, if you send their nonce. Each call emits card.revealed, whose causation names the ' +
    `encryption key. One API key can reveal at most ${reveals_max} numbers an hour.`,
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
  idempotency: 'none',
});
