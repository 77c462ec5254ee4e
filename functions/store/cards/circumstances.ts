import { ApiError } from '../../domain/api-error.ts';
import type { CardCircumstances } from '../../domain/cards/alignment.ts';
import type { Card } from '../../domain/cards/card.ts';
import { cardFeatures, hasFeature } from '../../domain/cards/features.ts';
import { accountOf } from '../accounts/accounts.ts';
import type { Fact } from '../change.ts';
import { stillInStatus } from '../customers/customers.ts';
import type { Database, Item } from '../database.ts';
import { featureActive, readHolderWith } from '../features/holders.ts';
import { type ItemKey, keys } from '../table.ts';

/** What decides over what a card may do now besides the card itself, and what of it a commit rests on. */
export type ReadCircumstances = {
  readonly circumstances: CardCircumstances;
  /** The customer's status, and each feature that the card needs and has. */
  readonly facts: readonly Fact[];
  /** What lies under the keys that were asked for besides. */
  readonly more: readonly (Item | undefined)[];
};

/** The customer of a card with its features, and in the same round trip what lies under these keys, in their order. */
export const readCardCircumstances = async (
  db: Database,
  { tenant_id, account_id }: { readonly tenant_id: string; readonly account_id: string },
  card: Card,
  wanted: readonly ItemKey[] = [],
): Promise<ReadCircumstances> => {
  const beside = [keys.account(tenant_id, account_id), ...wanted];
  const { holder, more } = await readHolderWith(db, tenant_id, card.customer_id, beside);
  const [account, ...others] = more;
  if (!account) throw new ApiError('account_not_found');
  const { customer, activations } = holder;
  const { currency: account_currency } = accountOf(account);
  const had = cardFeatures(card, account_currency).filter((feature) => hasFeature(activations, feature));
  return {
    circumstances: { customer, activations, account_currency },
    facts: [stillInStatus(customer), ...had.map((feature) => featureActive(customer, feature))],
    more: others,
  };
};
