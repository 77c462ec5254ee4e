import type { Transaction } from '../../api/client.ts';
import { money } from '../../texts/money.ts';
import { words } from '../../texts/words.ts';
import { customerFilter, listOf } from '../../ui/filters.tsx';
import { createdColumn, customerColumn } from '../../ui/list-table.tsx';
import { Go } from '../../ui/values.tsx';
import { cardColumn, merchantName } from '../authorizations/authorizations.tsx';

/** The captures and refunds of every card; those of one card or authorization. */
export const { Component, Table: TransactionTable } = listOf({
  title: 'Transactions',
  route: 'transactions.list',
  description: 'Amounts that merchants took with cards, or returned to them.',
  filters: [
    { name: 'card_id', label: 'Card ID', placeholder: 'card_…' },
    customerFilter,
    { name: 'authorization_id', label: 'Authorization ID', placeholder: 'auth_…' },
  ],
  empty: 'No transactions yet',
  columns: [
    { name: 'Merchant', cell: (one) => <Go to={`/transactions/${one.id}`}>{merchantName(one)}</Go>, width: 160 },
    { name: 'Kind', cell: ({ kind }) => words(kind), width: 100 },
    { name: 'Amount', cell: ({ amount, currency }) => money(amount, currency), width: 120 },
    { name: 'Merchant amount', cell: (one) => merchantAmount(one), width: 140 },
    cardColumn,
    customerColumn,
    createdColumn,
  ],
});

/** The amount in the currency of the merchant. */
export const merchantAmount = ({ merchant_amount, merchant_currency }: Transaction): string =>
  money(merchant_amount, merchant_currency);
