import type { Card } from '../../api/client.ts';
import { words } from '../../texts/words.ts';
import { ActionButton } from '../../ui/action.tsx';
import { customerFilter, listOf } from '../../ui/filters.tsx';
import { statusColumn } from '../../ui/list-table.tsx';
import { Go, Status, Time } from '../../ui/values.tsx';

/** Every card of the business, and those of one customer. */
export const { Component, Table: CardTable } = listOf({
  title: 'Cards',
  route: 'cards.list',
  filters: [
    { name: 'status', label: 'Status', options: ['inactive', 'active', 'frozen', 'blocked', 'closed'] },
    { name: 'type', label: 'Type', options: ['virtual', 'physical'] },
    customerFilter,
  ],
  actions: (
    <ActionButton route="cards.create" variant="primary" to="/cards/new">
      Issue card
    </ActionButton>
  ),
  empty: 'No cards yet. Issue one to a customer.',
  columns: [
    { name: 'Card', cell: (card) => <Go to={`/cards/${card.id}`}>{cardName(card)}</Go>, width: 160 },
    statusColumn,
    { name: 'Type', cell: ({ type }) => words(type), width: 100 },
    { name: 'Cardholder', cell: ({ cardholder_name }) => cardholder_name, width: 160 },
    { name: 'Nickname', cell: ({ nickname }) => nickname ?? '–', width: 130 },
    { name: 'Shipping', cell: ({ shipping }) => (shipping ? <Status status={shipping.status} /> : '–'), width: 130 },
    { name: 'Issued', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
  ],
});

/** What a card is called: never its number. */
export const cardName = ({ brand, last4 }: Pick<Card, 'brand' | 'last4'>): string => `${words(brand)} •••• ${last4}`;
