import { ApiError } from '../../domain/api-error.ts';
import type { Card } from '../../domain/cards/card.ts';
import type { IssuingIntent } from '../../domain/cards/issuing-intent.ts';
import type { FeatureId } from '../../domain/features/catalogue.ts';
import type { Holder } from '../../domain/features/entitlement.ts';
import { accountOf } from '../accounts/accounts.ts';
import type { Database } from '../database.ts';
import { readHolderWith } from '../features/holders.ts';
import { keys } from '../table.ts';
import { intentKey, intentOf, type Order } from './issuing-intents.ts';

/** Who is to have a card, by whose order, and whose account tells in which currency no further feature is needed. */
export type CardAsked = { readonly order: Order; readonly accountId: string; readonly customerId: string };

/** All that decides over whether a customer may have a card. */
export type CardApplicant = {
  readonly holder: Holder;
  readonly accountCurrency: string;
  /** The same order, where it is under way already. */
  readonly found: IssuingIntent | undefined;
};

/** Who is to have a card, or the refusal. One round trip. */
export const readApplicant = async (
  db: Database,
  { order, accountId, customerId }: CardAsked,
): Promise<CardApplicant> => {
  const { tenant_id: tenant } = order;
  const beside = [keys.account(tenant, accountId), intentKey(order)];
  const { holder, more } = await readHolderWith(db, tenant, customerId, beside);
  const [account, intent] = more;
  if (!account) throw new ApiError('account_not_found');
  return { holder, accountCurrency: accountOf(account).currency, found: intent && intentOf(intent) };
};

/** Those of some features that the customer of a card can use. A round trip unless none is asked for. */
export const activeOf = async (
  db: Database,
  { tenant_id, customer_id }: Card,
  asked: readonly FeatureId[],
): Promise<FeatureId[]> => {
  if (asked.length === 0) return [];
  const items = await db.batch(asked.map((feature) => keys.activation(tenant_id, customer_id, feature)));
  return asked.filter((_, position) => items[position]?.status === 'active');
};
