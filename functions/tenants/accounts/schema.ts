import * as z from 'zod/mini';
import { CurrencyCode, Email } from '../../core/fields.ts';
import {
  EnvironmentName,
  idOf,
  resourceFields,
  statusFields,
  withDescription,
} from '../../core/resource.ts';
import { Name, stored } from '../../core/text-fields.ts';

/** The account of a business in this environment. */
export const AccountResource = z
  .object({
    ...resourceFields('account', 'account'),
    ...statusFields('Account', ['active', 'suspended'], ['suspend', 'reactivate']),
    tenant_id: idOf('tenant', 'business'),
    environment: EnvironmentName,
    name: stored(Name),
    email: stored(Email),
    currency: withDescription(
      CurrencyCode,
      'The currency of the account; cards in other currencies need a feature.',
    ),
    public_key: z.string().check(
      z.meta({
        description:
          'The publishable key. It identifies the account in client-side code and gives access to no route.',
      }),
    ),
  })
  .check(
    z.meta({ id: 'Account', description: 'The account of your business in this environment.' }),
  );
export type AccountResource = z.infer<typeof AccountResource>;
