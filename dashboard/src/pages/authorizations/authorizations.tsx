import { authorizationStatuses } from '../../../../functions/authorizations/decision.ts';
import type { Authorization, Card } from '../../api/client.ts';
import { money } from '../../texts/money.ts';
import { customerFilter, listOf } from '../../ui/filters.tsx';
import { type Column, customerColumn, ListTable, statusColumn } from '../../ui/list-table.tsx';
import { Go, Status, Time } from '../../ui/values.tsx';
import { decisionText, declineReasons } from './reasons.ts';

const columns: readonly Column<Authorization>[] = [
  { name: 'Merchant', cell: (one) => <Go to={`/authorizations/${one.id}`}>{merchantName(one)}</Go>, width: 160 },
  { name: 'Amount', cell: ({ amount: units, currency }) => money(units, currency), width: 120 },
  { name: 'Decision', cell: (one) => <Decision of={one} />, width: 190 },
  statusColumn,
  { name: 'Captured', cell: ({ captured_amount, currency }) => money(captured_amount, currency), width: 120 },
];

const requested: Column<Authorization> = {
  ...{ name: 'Requested', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
};

/** A card of a listed resource. */
export const cardColumn: Column<{ readonly card_id: string }> = {
  name: 'Card',
  cell: ({ card_id: id }) => <Go to={`/cards/${id}`}>{id}</Go>,
  width: 240,
  unless: ['card_id', 'authorization_id'],
};

/** The authorizations of every card. */
export const { Component } = listOf({
  title: 'Authorizations',
  route: 'authorizations.list-all',
  description: 'Amounts that merchants requested from cards, and the decisions.',
  filters: [
    { name: 'approved', label: 'Approved', options: ['true', 'false'] },
    { name: 'decline_reason', label: 'Reason', options: declineReasons },
    { name: 'status', label: 'Status', options: authorizationStatuses },
    customerFilter,
  ],
  empty: 'No authorizations yet',
  columns: [...columns, cardColumn, customerColumn, requested],
});

/** The authorizations of one card. */
export const AuthorizationsOfCard = ({ card: { id: card_id } }: { readonly card: Card }) => (
  <ListTable
    title="Authorizations"
    route="authorizations.list"
    call={{ params: { card_id } }}
    empty="No authorizations yet"
    columns={[...columns, requested]}
  />
);

/** What a merchant is called. */
export const merchantName = ({ merchant }: Pick<Authorization, 'merchant'>): string =>
  merchant.name ?? merchant.category ?? 'Unnamed';

/** Whether it was approved, or why not. */
export const Decision = ({ of }: { readonly of: Authorization }) => (
  <Status status={of.approved ? 'accepted' : 'rejected'} label={decisionText(of)} />
);
