import * as z from 'zod/mini';
import { CardId } from '../cards/card.ts';
import { listOf } from '../fields.ts';
import { filteredQuery } from '../list-query.ts';
import { route } from '../route.ts';
import { AuthorizationId, AuthorizationStatusSchema, ShownAuthorization } from './authorization.ts';

const Approved = z
  .pipe(
    z.enum(['true', 'false']),
    z.transform((sent) => sent === 'true'),
  )
  .check(z.meta({ description: 'Only those that were approved, or declined.', printed: { type: 'boolean' } }));

export const listAuthorizations = route({
  id: 'authorizations.list',
  method: 'GET',
  path: '/cards/{card_id}/authorizations',
  summary: 'List the authorizations of a card, newest first',
  description: 'What was approved and what was declined.',
  params: z.object({ card_id: CardId }),
  query: z.strictObject({
    ...filteredQuery(),
    status: z.optional(AuthorizationStatusSchema),
    approved: z.optional(Approved),
  }),
  returns: { status: 200, body: listOf(ShownAuthorization, 'AuthorizationList') },
  errors: ['card_not_found'],
  needs: { cursorKey: ['mac'], resources: ['get', 'batch'], 'resources/by_parent': ['query'] },
  reachable: ['api', 'dashboard'],
});

export const getAuthorization = route({
  id: 'authorizations.get',
  method: 'GET',
  path: '/authorizations/{authorization_id}',
  summary: 'Get an authorization',
  description: 'How it was decided, and what was captured so far.',
  params: z.object({ authorization_id: AuthorizationId }),
  returns: { status: 200, body: ShownAuthorization },
  errors: ['authorization_not_found'],
  needs: { resources: ['get'] },
  reachable: ['api', 'dashboard'],
});
