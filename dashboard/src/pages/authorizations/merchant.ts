import type { Authorization } from '../../api/client.ts';
import { categoryName } from '../../texts/categories.ts';
import { t } from '../../texts/texts.ts';

/** The name of a merchant, or the name of its category. */
export const merchantName = ({ merchant }: Pick<Authorization, 'merchant'>): string =>
  merchant.name ?? categoryName(merchant.category) ?? t.authorizations.unnamed;
