import * as z from 'zod/mini';
import { listOf } from '../../core/fields.ts';
import { idsFilter } from '../../core/ids-filter.ts';
import { filteredQuery, pageQuery } from '../../core/list-query.ts';
import { idOf } from '../../core/resource.ts';
import { route } from '../../core/route.ts';
import { cardRoutes } from './routes.ts';
import { CardLimitResource, CardResource, CardTypeSchema, Last4Digits } from './schema.ts';

export const listCards = cardRoutes.list({
  summary: 'List cards, newest first',
  description:
    'Those of all customers, or of one; some by their `ids`; or those whose number ends in `last4`.',
  query: z.strictObject({
    ...filteredQuery(),
    ids: z.optional(idsFilter({ of: 'card', word: 'card' })),
    customer_id: z.optional(idOf('customer')),
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

export const listCardLimits = route({
  id: 'cards.list-limits',
  method: 'GET',
  path: '/cards/{card_id}/limits',
  summary: 'List the remaining limits of a card, by interval',
  description:
    'The limit, cap, spent amount and remaining amount of each interval. Authorizations are decided on the same values.',
  params: cardRoutes.params,
  query: z.strictObject(pageQuery),
  returns: { status: 200, body: listOf(CardLimitResource, 'CardLimitList') },
  errors: ['card_not_found'],
  permissions: { resources: ['get', 'batch'] },
});
