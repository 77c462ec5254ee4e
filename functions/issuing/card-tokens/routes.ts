import * as z from 'zod/mini';
import { EmptyRequest } from '../../core/fields.ts';
import { filteredQuery } from '../../core/list-query.ts';
import { routesOf } from '../../core/resource-routes.ts';
import { CardId } from '../cards/schema.ts';
import { CardTokenResource } from './schema.ts';

const token = routesOf('card_token', CardTokenResource);

export const listCardTokens = token.list({
  path: '/cards/{card_id}/card-tokens',
  summary: 'List the tokens of a card, newest first',
  description: 'The wallets that the card is in, and those that it was in.',
  params: z.object({ card_id: CardId }),
  query: z.strictObject({ ...filteredQuery(), status: z.optional(CardTokenResource.shape.status) }),
  errors: ['card_not_found'],
  permissions: { resources: ['get', 'batch'], 'resources/by_parent': ['query'] },
});

export const getCardToken = token.get({
  summary: 'Get a token',
  description: 'The wallet, the device and the status.',
  permissions: { resources: ['get'] },
});

const acting = {
  body: EmptyRequest,
  permissions: { outbox: ['put'], resources: ['batch', 'put'] },
} as const;

export const suspendCardToken = token.action('suspend', {
  ...acting,
  summary: 'Suspend a token',
  description:
    'The card cannot be paid with from this wallet until the token is resumed. The card itself still works.',
});

export const resumeCardToken = token.action('resume', {
  ...acting,
  summary: 'Resume a suspended token',
  description: 'The card can be paid with from this wallet again, if the card itself works.',
});

export const deleteCardToken = token.action('delete', {
  ...acting,
  summary: 'Remove the card from a wallet',
  description: 'Final. The cardholder can add the card again, which makes another token.',
});
