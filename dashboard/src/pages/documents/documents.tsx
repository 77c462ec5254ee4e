import type { Api, Document, FiltersOf } from '../../api/client.ts';
import { documentName, words } from '../../texts/words.ts';
import { type Filter, FilteredPage } from '../../ui/filters.tsx';
import { customerColumn, ListTable, type TableOf } from '../../ui/list-table.tsx';
import { Go, Status, Time } from '../../ui/values.tsx';

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: ['awaiting_upload', 'processing', 'accepted', 'rejected', 'expired'] },
  { name: 'customer_id', label: 'Customer ID', placeholder: 'cus_…' },
];

const changing_ms = 2_000;

/** Every document of the business. */
export const Component = () => <FilteredPage title="Documents" filters={filters} table={DocumentTable} />;

/** Documents of a list of the API. */
export const DocumentTable = (props: TableOf<FiltersOf<Api['documents']['listAll']>>) => (
  <ListTable<Document>
    {...props}
    title="Documents"
    read={(api, page, signal) => api.documents.listAll({ query: { ...props.query, ...page }, signal })}
    follow={(items) => (items.some(({ status }) => status === 'processing') ? changing_ms : false)}
    empty="No documents yet"
    columns={[
      { name: 'Document', cell: (one) => <Go to={`/documents/${one.id}`}>{documentName(one)}</Go>, width: 180 },
      { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 150 },
      { name: 'Reason', cell: ({ status_reason: reason }) => (reason ? words(reason) : '–'), width: 150 },
      ...customerColumn<Document>(props.query),
      { name: 'File', cell: ({ file_name }) => file_name ?? '–', width: 180 },
      { name: 'Created', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
    ]}
  />
);
