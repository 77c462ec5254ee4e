import { queryOf } from '../ui/filter-query.ts';
import { datedFilters, type Filter, FilterBar, useFilters } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { type VerificationQuery, VerificationTable } from './verifications/verification-table.tsx';

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: ['requires_input', 'processing', 'verified', 'rejected', 'canceled'] },
  { name: 'customer_id', label: 'Customer ID', placeholder: 'cus_…' },
  ...datedFilters,
];

/** Every verification of the business. */
export const Component = () => {
  const state = useFilters(filters);
  return (
    <Page title="Verifications">
      <VerificationTable
        of={queryOf<VerificationQuery>(state.values)}
        empty={`No verifications ${Object.keys(state.values).length > 0 ? 'match these filters' : 'yet'}`}
        filter={<FilterBar {...state} />}
      />
    </Page>
  );
};
