import type { ReactNode } from 'react';
import type { Api, FiltersOf } from '../../api/client.ts';
import type { Document } from '../../api/objects.ts';
import { words } from '../../texts/words.ts';
import { customerColumn } from '../../ui/customer-column.tsx';
import { Go } from '../../ui/go.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

const moving_ms = 2_000;

/** The filters that the API knows for documents. */
export type DocumentQuery = FiltersOf<Api['documents']['listAll']>;

/** Documents of a list of the API. */
export const DocumentTable = (props: {
  readonly of: DocumentQuery;
  readonly empty: string;
  readonly filter?: ReactNode;
  readonly actions?: ReactNode;
}) => (
  <ListTable<Document>
    title="Documents"
    of={['documents', props.of]}
    read={(api, page, signal) => api.documents.listAll({ query: { ...props.of, ...page }, signal })}
    idOf={({ id }) => id}
    follow={(items) => (items.some(({ status }) => status === 'processing') ? moving_ms : false)}
    empty={props.empty}
    {...(props.filter && { filter: props.filter })}
    {...(props.actions && { actions: props.actions })}
    columns={[
      {
        name: 'Document',
        cell: (document) => <Go to={`/documents/${document.id}`}>{titleOf(document)}</Go>,
        width: 180,
      },
      { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 150 },
      { name: 'Reason', cell: ({ status_reason }) => (status_reason ? words(status_reason) : '–'), width: 150 },
      ...(props.of.customer_id === undefined ? [customerColumn] : []),
      { name: 'File', cell: ({ file_name }) => file_name ?? '–', width: 180 },
      { name: 'Created', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
    ]}
  />
);

/** What a document shows. */
export const titleOf = ({ type, side }: Pick<Document, 'type' | 'side'>): string =>
  side ? `${words(type)}, ${side}` : words(type);
