import { customerFilter, listOf } from '../../ui/filters.tsx';
import { customerColumn, statusColumn } from '../../ui/list-table.tsx';
import { Go, Time } from '../../ui/values.tsx';

/** Every screening of the business, and those of one customer. */
export const { Component, Table: ScreeningTable } = listOf({
  title: 'Screenings',
  route: 'screenings.list',
  description: 'Searches for customers on lists of sanctions. A match stays open until a person decides.',
  filters: [{ name: 'status', label: 'Status', options: ['open', 'confirmed', 'clear'] }, customerFilter],
  empty: 'No screenings yet',
  columns: [
    { name: 'Subject', cell: ({ id, subject_id }) => <Go to={`/screenings/${id}`}>{subject_id}</Go>, width: 240 },
    statusColumn,
    { name: 'Entries', cell: ({ matches }) => matches.length, width: 90 },
    { name: 'Open entries', cell: ({ open_count }) => open_count, width: 90 },
    customerColumn,
    { name: 'Searched', cell: ({ screened_at }) => <Time at={screened_at} />, width: 125 },
  ],
});
