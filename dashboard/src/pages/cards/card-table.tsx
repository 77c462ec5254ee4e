import type { ReactNode } from 'react';
import type { Api, FiltersOf } from '../../api/client.ts';
import type { Card } from '../../api/objects.ts';
import { words } from '../../texts/words.ts';
import { Go } from '../../ui/go.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

/** The filters that the API knows for cards. */
export type CardQuery = FiltersOf<Api['cards']['list']>;

/** Cards of a list of the API. */
export const CardTable = (props: {
  readonly of: CardQuery;
  readonly filter?: ReactNode;
  readonly actions?: ReactNode;
}) => (
  <ListTable<Card>
    title="Cards"
    of={['cards', props.of]}
    read={(api, page, signal) => api.cards.list({ query: { ...props.of, ...page }, signal })}
    idOf={({ id }) => id}
    empty={Object.keys(props.of).length > 0 ? 'No cards match these filters' : 'No cards yet. Issue one to a customer.'}
    {...(props.filter && { filter: props.filter })}
    {...(props.actions && { actions: props.actions })}
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
