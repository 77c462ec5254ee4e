import * as z from 'zod/mini';
import { CardId } from '../cards/schema.ts';
import { listOf } from '../fields.ts';
import { filteredQuery } from '../list-query.ts';
import { route } from '../route.ts';
import { AuthorizationId, AuthorizationResource, AuthorizationStatusSchema } from './schema.ts';

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
  description: 'Approved and declined ones.',
  params: z.object({ card_id: CardId }),
  query: z.strictObject({
    ...filteredQuery(),
    status: z.optional(AuthorizationStatusSchema),
    approved: z.optional(Approved),
  }),
  returns: { status: 200, body: listOf(AuthorizationResource, 'AuthorizationList') },
  errors: ['card_not_found'],
  permissions: { cursorKey: ['mac'], resources: ['get', 'batch'], 'resources/by_parent': ['query'] },
  reachable: ['api', 'dashboard'],
});

export const getAuthorization = route({
  id: 'authorizations.get',
  method: 'GET',
  path: '/authorizations/{authorization_id}',
  summary: 'Get an authorization',
  description: 'With the decision and the captured amount.',
  params: z.object({ authorization_id: AuthorizationId }),
  returns: { status: 200, body: AuthorizationResource },
  errors: ['authorization_not_found'],
  permissions: { resources: ['get'] },
  reachable: ['api', 'dashboard'],
});
