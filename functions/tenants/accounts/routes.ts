import { ListQuery } from '../../core/list-query.ts';
import { routesOf } from '../../core/resource-routes.ts';
import { AccountResource } from './schema.ts';

const account = routesOf('account', AccountResource);

export const listAccounts = account.list({
  summary: 'List the accounts of your business in this environment',
  description: 'A business has one account per environment. Every key belongs to an account.',
  query: ListQuery,
  permissions: { resources: ['query'] },
});

export const getAccount = account.get({
  summary: 'Get an account',
  description: 'Its currency, its publishable key and whether it is suspended.',
  permissions: { resources: ['get'] },
});
