import type { Transaction } from '../../api/client.ts';
import { money } from '../../texts/money.ts';
import { t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { customerFilter, listOf } from '../../ui/filters.tsx';
import { createdColumn, customerColumn } from '../../ui/list-table.tsx';
import { cardColumn, Merchant } from '../authorizations/authorizations.tsx';

/** The captures and refunds of every card; those of one card or authorization. */
export const { Component, Table: TransactionTable } = listOf({
  title: t.all.transactions,
  route: 'transactions.list',
  description: t.transactions.amountsThat,
  filters: [
    { name: 'card_id', label: t.all.cardId, placeholder: 'card_…' },
    customerFilter,
    { name: 'authorization_id', label: t.all.authorizationId, placeholder: 'auth_…' },
  ],
  beside: 'transaction',
  empty: t.transactions.noTransactionsYet,
  columns: [
    {
      name: t.all.merchant,
      cell: (one) => <Merchant of={one} to={`/transactions/${one.id}`} />,
      width: 230,
    },
    { name: t.all.kind, fields: ['kind'], cell: ({ kind }) => words(kind), width: 100 },
    {
      name: t.all.amount,
      fields: ['amount'],
      cell: ({ amount, currency }) => money(amount, currency),
      width: 120,
      isNumber: true,
    },
    {
      name: t.transactions.merchantAmount,
      fields: ['merchant_amount', 'merchant_currency'],
      cell: (one) => merchantAmount(one),
      width: 140,
      isNumber: true,
    },
    cardColumn,
    customerColumn,
    createdColumn,
  ],
});

/** The amount in the currency of the merchant. */
export const merchantAmount = ({ merchant_amount, merchant_currency }: Transaction): string =>
  money(merchant_amount, merchant_currency);
