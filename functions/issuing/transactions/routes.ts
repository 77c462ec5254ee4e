import * as z from 'zod/mini';
import { filteredQuery } from '../../core/list-query.ts';
import { routesOf } from '../../core/resource-routes.ts';
import { CustomerId } from '../../identity/customers/schema.ts';
import { AuthorizationId } from '../authorizations/schema.ts';
import { CardId } from '../cards/schema.ts';
import { TransactionResource } from './schema.ts';

const transaction = routesOf('transaction', TransactionResource);

export const listTransactions = transaction.list({
  summary: 'List transactions, newest first',
  description: 'Captures and refunds of all cards, or of one card, customer or authorization.',
  query: z.strictObject({
    ...filteredQuery(),
    card_id: z.optional(CardId),
    customer_id: z.optional(CustomerId),
    authorization_id: z.optional(AuthorizationId),
  }),
  permissions: {
    resources: ['query', 'batch'],
    'resources/by_parent': ['query'],
    'resources/by_status': ['query'],
    'resources/by_authorization': ['query'],
  },
});

export const getTransaction = transaction.get({
  summary: 'Get a transaction',
  description: 'With the amounts in the currency of the card and of the merchant.',
  permissions: { resources: ['get'] },
});
