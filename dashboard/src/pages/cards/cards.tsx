import { t } from '../../texts/texts.ts';
import { cardName, words } from '../../texts/words.ts';
import { ActionButton } from '../../ui/action.tsx';
import { customerFilter, listOf } from '../../ui/filters.tsx';
import { Go } from '../../ui/links.tsx';
import { createdColumn, statusColumn } from '../../ui/list-table.tsx';
import { Status } from '../../ui/values.tsx';

/** Every card of the business, and those of one customer. */
export const { Component, Table: CardTable } = listOf({
  title: t.all.cards,
  route: 'cards.list',
  filters: [
    {
      name: 'status',
      label: t.all.status,
      options: ['inactive', 'active', 'frozen', 'blocked', 'closed'],
    },
    { name: 'type', label: t.all.type, options: ['virtual', 'physical'] },
    customerFilter,
  ],
  actions: (
    <ActionButton route="cards.create" variant="primary" to="/cards/new" name={t.all.issueCard} />
  ),
  empty: t.cards.noCardsYetIssueOne,
  columns: [
    {
      name: t.all.card,
      cell: (card) => <Go to={`/cards/${card.id}`}>{cardName(card)}</Go>,
      width: 160,
    },
    statusColumn,
    { name: t.all.type, fields: ['type'], cell: ({ type }) => words(type), width: 110 },
    {
      name: t.cards.cardholder,
      fields: ['cardholder_name'],
      cell: ({ cardholder_name }) => cardholder_name,
      width: 160,
    },
    { name: t.cards.nickname, fields: ['nickname'], cell: ({ nickname }) => nickname, width: 130 },
    {
      name: t.cards.shipping,
      fields: ['shipping'],
      cell: ({ shipping }) => shipping && <Status status={shipping.status} />,
      width: 130,
    },
    { ...createdColumn, name: t.cards.issued },
  ],
});
