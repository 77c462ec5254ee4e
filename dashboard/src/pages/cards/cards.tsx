import type { Api, Card, FiltersOf } from '../../api/client.ts';
import { words } from '../../texts/words.ts';
import { ActionButton } from '../../ui/action.tsx';
import { type Filter, FilteredPage } from '../../ui/filters.tsx';
import { ListTable, type TableOf } from '../../ui/list-table.tsx';
import { Go, Status, Time } from '../../ui/values.tsx';

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: ['inactive', 'active', 'frozen', 'blocked', 'closed'] },
  { name: 'type', label: 'Type', options: ['virtual', 'physical'] },
  { name: 'customer_id', label: 'Customer ID', placeholder: 'cus_…' },
];

/** Every card of the business. */
export const Component = () => (
  <FilteredPage
    title="Cards"
    filters={filters}
    table={CardTable}
    actions={
      <ActionButton route="cards.create" variant="primary" to="/cards/new">
        Issue card
      </ActionButton>
    }
  />
);

/** Cards of a list of the API. */
export const CardTable = (props: TableOf<FiltersOf<Api['cards']['list']>>) => (
  <ListTable<Card>
    {...props}
    title="Cards"
    read={(api, page, signal) => api.cards.list({ query: { ...props.query, ...page }, signal })}
    empty="No cards yet. Issue one to a customer."
    columns={[
      { name: 'Card', cell: (card) => <Go to={`/cards/${card.id}`}>{cardName(card)}</Go>, width: 160 },
      { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 135 },
      { name: 'Type', cell: ({ type }) => words(type), width: 100 },
      { name: 'Cardholder', cell: ({ cardholder_name }) => cardholder_name, width: 160 },
      { name: 'Nickname', cell: ({ nickname }) => nickname ?? '–', width: 130 },
      { name: 'Shipping', cell: ({ shipping }) => (shipping ? <Status status={shipping.status} /> : '–'), width: 130 },
      { name: 'Issued', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
    ]}
  />
);

/** What a card is called: never its number. */
export const cardName = ({ brand, last4 }: Pick<Card, 'brand' | 'last4'>): string => `${words(brand)} •••• ${last4}`;
