import { documentStatuses } from '../../../../functions/identity/documents/states.ts';
import { t } from '../../texts/texts.ts';
import { documentName, words } from '../../texts/words.ts';
import { customerFilter, listOf } from '../../ui/filters.tsx';
import { Go } from '../../ui/links.tsx';
import { createdColumn, customerColumn, statusColumn } from '../../ui/list-table.tsx';

const changing_ms = 2_000;

/** Every document of the business, and those of one customer. */
export const { Component, Table: DocumentTable } = listOf({
  title: t.all.documents,
  route: 'documents.list-all',
  filters: [{ name: 'status', label: t.all.status, options: documentStatuses }, customerFilter],
  follow: (items) => (items.some(({ status }) => status === 'processing') ? changing_ms : false),
  empty: t.documents.noDocumentsYet,
  columns: [
    {
      name: t.all.document,
      cell: (one) => <Go to={`/documents/${one.id}`}>{documentName(one)}</Go>,
      width: 180,
    },
    statusColumn,
    {
      name: t.all.reason,
      cell: ({ status_reason: reason }) => reason && words(reason),
      width: 150,
    },
    customerColumn,
    { name: t.documents.file, cell: ({ file_name }) => file_name, width: 180 },
    createdColumn,
  ],
});
