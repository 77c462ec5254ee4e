import { ActionButton } from '../../ui/action.tsx';
import { useGo } from '../../ui/go.tsx';
import { DocumentTable } from '../documents/document-table.tsx';

/** The documents of a customer. */
export const Documents = ({ customerId: customer_id }: { readonly customerId: string }) => {
  const go = useGo();
  return (
    <DocumentTable
      of={{ customer_id }}
      empty="No documents yet. Add one."
      actions={
        <ActionButton route="documents.create" onClick={() => go(`/customers/${customer_id}/documents/new`)}>
          Add document
        </ActionButton>
      }
    />
  );
};
