import type { Database } from '../../core/dynamodb/client.ts';
import { entity, indexed } from '../../core/dynamodb/entity.ts';
import { filteredPage, type Page, type PageRequest } from '../../core/dynamodb/list.ts';
import {
  absent,
  nested,
  reading,
  required,
  resourceKeys,
  storedForm,
} from '../../core/dynamodb/stored-form.ts';
import { nobody } from '../authorizations/model.ts';
import { merchantForm } from '../authorizations/stored-form.ts';
import type { Transaction } from './model.ts';

/** How a transaction is stored. */
const transactionForm = storedForm<Transaction>({
  ...resourceKeys,
  card_id: required,
  customer_id: required,
  issuer: required,
  issuer_reference: required,
  kind: required,
  amount: required,
  currency: required,
  merchant_amount: required,
  merchant_currency: required,
  authorization_id: absent(null),
  network_date: absent(null),
  merchant: nested(merchantForm, absent(nobody)),
});

/** The transaction as stored. */
export const storedTransaction = reading('resources', 'transaction', transactionForm);

const transactions = entity<Transaction>({
  name: 'transaction',
  missing: 'transaction_not_found',
  read: storedTransaction,
  attributes: ({ card_id, customer_id, authorization_id }, { of }) => ({
    parent_key: of(card_id),
    status_key: of(customer_id),
    ...(authorization_id !== null && { authorization_key: of(authorization_id) }),
  }),
});

/** The id of a transaction follows from the issuer's name of it, so that it is recorded and counted once. */
export const { key: transactionKey, read: readTransaction, save: saveTransaction } = transactions;

type TransactionFilter = {
  readonly card_id?: string | undefined;
  readonly customer_id?: string | undefined;
  readonly authorization_id?: string | undefined;
};

/** The index of each filter, the narrowest first. */
const filters = [
  ['authorization_id', 'by_authorization'],
  ['card_id', 'by_parent'],
  ['customer_id', 'by_status'],
] as const;

/** One page of the tenant's transactions that fit a filter, newest first, from the index of the narrowest. */
export const pageOfTransactions = (
  db: Database,
  tenant: string,
  filter: TransactionFilter,
  wanted: PageRequest,
): Promise<Page<Transaction>> => {
  const { of } = transactions.partitionsOf(tenant);
  const given = filters.filter(([name]) => filter[name] !== undefined);
  const [partitions] = given.map(([name, index]) => indexed(index, of(filter[name] ?? '')));
  const fits = (one: Transaction) => given.every(([name]) => one[name] === filter[name]);
  return filteredPage(db, transactions.listed(tenant, { partitions, fits }), wanted);
};
