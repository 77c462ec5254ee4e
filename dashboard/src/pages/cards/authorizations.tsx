import type { Authorization } from '../../api/objects.ts';
import { money, words } from '../../texts/words.ts';
import { ListTable } from '../../ui/list-table.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

/** What was asked of a card, newest first. */
export const Authorizations = ({ cardId: card_id }: { readonly cardId: string }) => (
  <ListTable<Authorization>
    title="Authorizations"
    of={[card_id]}
    read={(api, page, signal) => api.authorizations.list({ params: { card_id }, query: page, signal })}
    idOf={({ id }) => id}
    empty="No authorizations yet"
    columns={[
      { name: 'Merchant', cell: ({ merchant }) => merchant.name ?? merchant.category ?? 'Unnamed', width: 160 },
      { name: 'Amount', cell: ({ amount, currency }) => money(amount, currency), width: 120 },
      { name: 'Decision', cell: (one) => <Decision of={one} />, width: 190 },
      { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 125 },
      { name: 'Captured', cell: ({ captured_amount, currency }) => money(captured_amount, currency), width: 120 },
      { name: 'Requested', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
    ]}
  />
);

const Decision = ({ of: { approved, decline_reason } }: { readonly of: Authorization }) => (
  <Status
    status={approved ? 'accepted' : 'rejected'}
    label={approved ? 'Approved' : words(decline_reason ?? 'declined')}
  />
);
