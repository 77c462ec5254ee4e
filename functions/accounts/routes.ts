import * as z from 'zod/mini';
import { CurrencyCode, Email, Name } from '../fields.ts';
import { ListQuery } from '../list-query.ts';
import { EnvironmentName, idOf, resourceFields, statusFields, withDescription } from '../resource.ts';
import { routesOf } from '../resource-routes.ts';
import type { Account } from './model.ts';

/** The account of a business in this environment. */
export const AccountResource = z
  .object({
    ...resourceFields('account', 'account'),
    ...statusFields('Account', ['active', 'suspended'], ['suspend', 'reactivate']),
    tenant_id: idOf('tenant', 'business'),
    environment: EnvironmentName,
    name: Name,
    email: Email,
    currency: withDescription(CurrencyCode, 'The currency of the account; cards in other currencies need a feature.'),
    public_key: z.string().check(
      z.meta({
        description: 'The publishable key. It identifies the account in client-side code and gives access to no route.',
      }),
    ),
  })
  .check(z.meta({ id: 'Account', description: 'The account of your business in this environment.' }));
export type AccountResource = z.infer<typeof AccountResource>;

/** The one projection from the stored account. No API route acts on an account, so no action is ever allowed here. */
export const toAccountResource = (account: Account): AccountResource => {
  const { api_keys: _keys, plan: _plan, ...shown } = account;
  return { ...shown, object: 'account', allowed_actions: [] };
};

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
