import * as z from 'zod/mini';
import { filteredQuery } from '../../core/list-query.ts';
import { routesOf } from '../../core/resource-routes.ts';
import { CustomerId } from '../../identity/customers/schema.ts';
import { CardId } from '../cards/schema.ts';
import { AuthorizationResource, AuthorizationStatusSchema, DeclineReasonSchema } from './schema.ts';

const Approved = z
  .pipe(
    z.enum(['true', 'false']),
    z.transform((sent) => sent === 'true'),
  )
  .check(
    z.meta({
      description: 'Only those that were approved, or declined.',
      printed: { type: 'boolean' },
    }),
  );

const authorization = routesOf('authorization', AuthorizationResource);

export const listAuthorizations = authorization.list({
  path: '/cards/{card_id}/authorizations',
  summary: 'List the authorizations of a card, newest first',
  description: 'Approved and declined ones.',
  params: z.object({ card_id: CardId }),
  query: z.strictObject({
    ...filteredQuery(),
    status: z.optional(AuthorizationStatusSchema),
    approved: z.optional(Approved),
  }),
  errors: ['card_not_found'],
  permissions: { resources: ['get', 'batch'], 'resources/by_parent': ['query'] },
});

export const listAllAuthorizations = authorization.list({
  id: 'authorizations.list-all',
  summary: 'List authorizations, newest first',
  description: 'Approved and declined ones of all cards.',
  query: z.strictObject({
    ...filteredQuery(),
    customer_id: z.optional(CustomerId),
    status: z.optional(AuthorizationStatusSchema),
    approved: z.optional(Approved),
    decline_reason: z.optional(DeclineReasonSchema),
  }),
  permissions: { resources: ['query'] },
});

export const getAuthorization = authorization.get({
  summary: 'Get an authorization',
  description: 'With the decision and the captured amount.',
  permissions: { resources: ['get'] },
});
