import type { Card } from '../../api/objects.ts';
import { Facts } from '../../ui/details.tsx';
import { money, words } from '../../ui/words.ts';

/** What a card may be used for. */
export const Controls = ({ card }: { readonly card: Card }) => {
  const { limits, allowed_categories, blocked_categories, allowed_countries } = card.spending_controls;
  return (
    <Facts
      facts={[
        ...limits.map(({ interval, amount }) => [words(interval), money(amount, card.currency)] as const),
        ...(limits.length === 0 ? [['Limits', 'Those of the customer’s features'] as const] : []),
        ['Allowed categories', listed(allowed_categories, 'All')],
        ['Blocked categories', listed(blocked_categories, 'None')],
        ['Allowed countries', listed(allowed_countries, 'All')],
      ]}
    />
  );
};

const listed = (values: readonly string[], none: string): string => (values.length === 0 ? none : values.join(', '));
