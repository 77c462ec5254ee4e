import type { Agreement } from '../../api/client.ts';
import { ListTable } from '../../ui/list-table.tsx';
import { CopyId, Time } from '../../ui/values.tsx';

/** What a customer accepted: which version of which text, when and from where. */
export const AgreementTable = ({ customerId: customer_id }: { readonly customerId: string }) => (
  <ListTable<Agreement>
    title="Agreements"
    query={{ customer_id }}
    read={(api, page, signal) => api.agreements.list({ params: { customer_id }, query: page, signal })}
    empty="No agreements yet"
    columns={[
      { name: 'Text', cell: ({ document }) => document, width: 180 },
      { name: 'Version', cell: ({ version }) => version, width: 125 },
      { name: 'Accepted', cell: ({ accepted_at }) => <Time at={accepted_at} />, width: 125 },
      { name: 'IP address', cell: ({ ip }) => ip ?? '–', width: 150 },
      { name: 'Browser', cell: ({ user_agent }) => user_agent ?? '–', width: 180 },
      { name: 'ID', cell: ({ id }) => <CopyId value={id} name="Agreement ID" />, width: 180 },
    ]}
  />
);
