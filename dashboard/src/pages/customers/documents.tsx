import type { Document } from '../../api/objects.ts';
import { ActionButton } from '../../ui/action.tsx';
import { Go, useGo } from '../../ui/go.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../ui/words.ts';

const moving_ms = 2_000;

/** The documents of a customer. */
export const Documents = ({ customerId: customer_id }: { readonly customerId: string }) => {
  const go = useGo();
  return (
    <ListTable<Document>
      title="Documents"
      of={['documents', customer_id]}
      read={(api, page, signal) => api.documents.list({ params: { customer_id }, query: page, signal })}
      idOf={({ id }) => id}
      follow={(items) => (items.some(({ status }) => status === 'processing') ? moving_ms : false)}
      empty="No document yet: add one."
      actions={
        <ActionButton route="documents.create" onClick={() => go(`/customers/${customer_id}/documents/new`)}>
          Add document
        </ActionButton>
      }
      columns={[
        {
          name: 'Document',
          cell: (document) => <Go to={`/documents/${document.id}`}>{titleOf(document)}</Go>,
          width: 180,
        },
        { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 150 },
        { name: 'Why', cell: ({ status_reason }) => (status_reason ? words(status_reason) : '–'), width: 150 },
        { name: 'File', cell: ({ file_name }) => file_name ?? '–', width: 180 },
        { name: 'Made', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
      ]}
    />
  );
};

/** What a document shows. */
export const titleOf = ({ type, side }: Pick<Document, 'type' | 'side'>): string =>
  side ? `${words(type)}, ${side}` : words(type);
