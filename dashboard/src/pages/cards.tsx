import { ActionButton } from '../ui/action.tsx';
import { queryOf } from '../ui/filter-query.ts';
import { datedFilters, type Filter, FilterBar, useFilters } from '../ui/filters.tsx';
import { useGo } from '../ui/go.tsx';
import { Page } from '../ui/page.tsx';
import { type CardQuery, CardTable } from './cards/card-table.tsx';

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: ['inactive', 'active', 'frozen', 'blocked', 'closed'] },
  { name: 'type', label: 'Type', options: ['virtual', 'physical'] },
  { name: 'customer_id', label: 'Customer ID', placeholder: 'cus_…' },
  ...datedFilters,
];

/** Every card of the business. */
export const Component = () => {
  const go = useGo();
  const state = useFilters(filters);
  const issue = (
    <ActionButton route="cards.create" variant="primary" onClick={() => go('/cards/new')}>
      Issue card
    </ActionButton>
  );
  return (
    <Page title="Cards" actions={issue}>
      <CardTable of={queryOf<CardQuery>(state.values)} filter={<FilterBar {...state} />} />
    </Page>
  );
};
