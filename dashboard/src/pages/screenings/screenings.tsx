import type { Api, FiltersOf, Screening } from '../../api/client.ts';
import { type Filter, FilteredPage } from '../../ui/filters.tsx';
import { customerColumn, ListTable, type TableOf } from '../../ui/list-table.tsx';
import { Go, Status, Time } from '../../ui/values.tsx';

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: ['open', 'confirmed', 'clear'] },
  { name: 'customer_id', label: 'Customer ID', placeholder: 'cus_…' },
];

/** Every screening of the business. */
export const Component = () => (
  <FilteredPage
    title="Screenings"
    description="Searches for customers on lists of sanctions. A match stays open until a person decides."
    filters={filters}
    table={ScreeningTable}
  />
);

/** Screenings of a list of the API. */
export const ScreeningTable = (props: TableOf<FiltersOf<Api['screenings']['list']>>) => (
  <ListTable<Screening>
    {...props}
    title="Screenings"
    read={(api, page, signal) => api.screenings.list({ query: { ...props.query, ...page }, signal })}
    empty="No screenings yet"
    columns={[
      { name: 'Subject', cell: ({ id, subject_id }) => <Go to={`/screenings/${id}`}>{subject_id}</Go>, width: 240 },
      { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 120 },
      { name: 'Entries', cell: ({ matches }) => matches.length, width: 90 },
      { name: 'Open entries', cell: ({ open_count }) => open_count, width: 90 },
      ...customerColumn<Screening>(props.query),
      { name: 'Searched', cell: ({ screened_at }) => <Time at={screened_at} />, width: 125 },
    ]}
  />
);
