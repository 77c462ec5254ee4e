import { authorizationStatuses } from '../../../../functions/authorizations/decision.ts';
import type { Api, Authorization, FiltersOf } from '../../api/client.ts';
import { money } from '../../texts/money.ts';
import { type Filter, FilteredPage } from '../../ui/filters.tsx';
import { customerColumn, ListTable, type TableOf } from '../../ui/list-table.tsx';
import { Go, Status, Time } from '../../ui/values.tsx';
import { decisionText, declineReasons } from './reasons.ts';

const filters: readonly Filter[] = [
  { name: 'approved', label: 'Approved', options: ['true', 'false'] },
  { name: 'decline_reason', label: 'Reason', options: declineReasons },
  { name: 'status', label: 'Status', options: authorizationStatuses },
  { name: 'customer_id', label: 'Customer ID', placeholder: 'cus_…' },
];

/** The authorizations of every card. */
export const Component = () => (
  <FilteredPage
    title="Authorizations"
    description="Amounts that merchants requested from cards, and the decisions."
    filters={filters}
    table={AllAuthorizations}
  />
);

const AllAuthorizations = (props: TableOf<FiltersOf<Api['authorizations']['listAll']>>) => (
  <Table
    {...props}
    read={(api, page, signal) => api.authorizations.listAll({ query: { ...props.query, ...page }, signal })}
  />
);

/** The authorizations of one card. */
export const AuthorizationsOfCard = ({ card_id, customer_id }: Pick<Authorization, 'card_id' | 'customer_id'>) => (
  <Table
    query={{ card_id, customer_id }}
    read={(api, page, signal) => api.authorizations.list({ params: { card_id }, query: page, signal })}
  />
);

const Table = (
  props: TableOf<{ readonly card_id?: string; readonly customer_id?: string | undefined }> &
    Pick<Parameters<typeof ListTable<Authorization>>[0], 'read'>,
) => (
  <ListTable<Authorization>
    {...props}
    title="Authorizations"
    empty="No authorizations yet"
    columns={[
      { name: 'Merchant', cell: (one) => <Go to={`/authorizations/${one.id}`}>{merchantName(one)}</Go>, width: 160 },
      { name: 'Amount', cell: ({ amount: units, currency }) => money(units, currency), width: 120 },
      { name: 'Decision', cell: (one) => <Decision of={one} />, width: 190 },
      { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 125 },
      { name: 'Captured', cell: ({ captured_amount, currency }) => money(captured_amount, currency), width: 120 },
      ...(props.query.card_id === undefined ? [cardColumn] : []),
      ...customerColumn<Authorization>(props.query),
      { name: 'Requested', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
    ]}
  />
);

const cardColumn = {
  name: 'Card',
  cell: ({ card_id: id }: Authorization) => <Go to={`/cards/${id}`}>{id}</Go>,
  width: 240,
};

/** What a merchant is called. */
export const merchantName = ({ merchant }: Authorization): string => merchant.name ?? merchant.category ?? 'Unnamed';

/** Whether it was approved, or why not. */
export const Decision = ({ of }: { readonly of: Authorization }) => (
  <Status status={of.approved ? 'accepted' : 'rejected'} label={decisionText(of)} />
);
