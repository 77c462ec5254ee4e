import type { Card } from '../../api/objects.ts';
import { Facts } from '../../ui/details.tsx';

/** Where a card may be used. */
export const Controls = ({ card }: { readonly card: Card }) => {
  const { allowed_categories, blocked_categories, allowed_countries } = card.spending_controls;
  return (
    <Facts
      facts={[
        ['Allowed categories', listed(allowed_categories, 'All')],
        ['Blocked categories', listed(blocked_categories, 'None')],
        ['Allowed countries', listed(allowed_countries, 'All')],
      ]}
    />
  );
};

const listed = (values: readonly string[], none: string): string => (values.length === 0 ? none : values.join(', '));
