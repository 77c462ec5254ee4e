import { t } from '../../texts/texts.ts';
import { customerFilter, listOf } from '../../ui/filters.tsx';
import { Go } from '../../ui/links.tsx';
import { customerColumn, statusColumn } from '../../ui/list-table.tsx';
import { Time } from '../../ui/values.tsx';

/** Every screening of the business, and those of one customer. */
export const { Component, Table: ScreeningTable } = listOf({
  title: t.all.screenings,
  route: 'screenings.list',
  description: t.screenings.searchesFor,
  filters: [
    { name: 'status', label: t.all.status, options: ['open', 'confirmed', 'clear'] },
    customerFilter,
  ],
  empty: t.screenings.noScreeningsYet,
  columns: [
    {
      name: t.screenings.subject,
      cell: (one) => <Go to={`/screenings/${one.id}`}>{one.subject_id}</Go>,
      width: 240,
    },
    statusColumn,
    {
      name: t.screenings.entries,
      cell: ({ matches }) => matches.length,
      width: 90,
      isNumber: true,
    },
    {
      name: t.screenings.openEntries,
      cell: ({ open_count }) => open_count,
      width: 90,
      isNumber: true,
    },
    customerColumn,
    { name: t.screenings.searched, cell: ({ screened_at }) => <Time at={screened_at} /> },
  ],
});
