import { queryOf } from '../ui/filter-query.ts';
import { datedFilters, type Filter, FilterBar, useFilters } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { type DocumentQuery, DocumentTable } from './documents/document-table.tsx';

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: ['awaiting_upload', 'processing', 'accepted', 'rejected', 'expired'] },
  { name: 'customer_id', label: 'Customer ID', placeholder: 'cus_…' },
  ...datedFilters,
];

/** Every document of the business. */
export const Component = () => {
  const state = useFilters(filters);
  return (
    <Page title="Documents">
      <DocumentTable
        of={queryOf<DocumentQuery>(state.values)}
        empty={`No documents ${Object.keys(state.values).length > 0 ? 'match these filters' : 'yet'}`}
        filter={<FilterBar {...state} />}
      />
    </Page>
  );
};
