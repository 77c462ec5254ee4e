import { ActionButton } from '../../ui/action.tsx';
import { useGo } from '../../ui/go.tsx';
import { CardTable } from '../cards/card-table.tsx';

/** The cards of a customer. */
export const CustomerCards = ({ customerId: customer_id }: { readonly customerId: string }) => {
  const go = useGo();
  return (
    <CardTable
      of={{ customer_id }}
      actions={
        <ActionButton route="cards.create" onClick={() => go(`/cards/new?customer_id=${customer_id}`)}>
          Issue card
        </ActionButton>
      }
    />
  );
};
