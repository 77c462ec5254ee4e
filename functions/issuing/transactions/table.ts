import { ApiError } from '../../core/api-error.ts';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import { resourceKey } from '../../core/dynamodb/keys.ts';
import { filteredPage, type Page, type Wanted } from '../../core/dynamodb/list.ts';
import {
  absent,
  nested,
  reading,
  required,
  resourceKeys,
  storedForm,
} from '../../core/dynamodb/stored-form.ts';
import { asRead, isNew, type Write } from '../../core/dynamodb/writes.ts';
import { nobody } from '../authorizations/model.ts';
import { merchantForm } from '../authorizations/stored-form.ts';
import type { Transaction } from './model.ts';

const partitions = {
  all: (tenant: string) => `${tenant}/transaction`,
  /** Of a card, a customer or an authorization, each in its own index. */
  of: (tenant: string, id: string) => `${tenant}/${id}/transaction`,
};

/** The key of a transaction: its id follows from the issuer's name of it, so that it is recorded and counted once. */
export const transactionKey = (tenant: string, id: string) =>
  resourceKey(partitions.all(tenant), id);

/** The transaction, or transaction_not_found. */
export const readTransaction = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<Transaction> => {
  const item = await db.get(transactionKey(tenant, id));
  if (!item) throw new ApiError('transaction_not_found');
  return storedTransaction(item);
};

type TransactionFilter = {
  readonly card_id?: string | undefined;
  readonly customer_id?: string | undefined;
  readonly authorization_id?: string | undefined;
};

/** One page of the tenant's transactions that fit a filter, newest first. */
export const pageOfTransactions = (
  db: Database,
  tenant: string,
  filter: TransactionFilter,
  wanted: Wanted,
): Promise<Page<Transaction>> => {
  const own = { table: 'resources', partition: partitions.all(tenant) } as const;
  const keyOf = ({ sk }: Item) => transactionKey(tenant, String(sk));
  const fits = (one: Transaction) =>
    filterNames.every((name) => filter[name] === undefined || one[name] === filter[name]);
  const listed = {
    own,
    partitions: listedBy(tenant, filter),
    keyOf,
    read: storedTransaction,
    fits,
  };
  return filteredPage(db, listed, wanted);
};

const filterNames = ['authorization_id', 'card_id', 'customer_id'] as const;

/** The index of the narrowest filter; none where nothing is filtered. */
const listedBy = (
  tenant: string,
  { authorization_id, card_id, customer_id }: TransactionFilter,
) => {
  const table = 'resources';
  const of = (id: string) => partitions.of(tenant, id);
  if (authorization_id !== undefined)
    return { table, index: 'by_authorization', partition: of(authorization_id) } as const;
  if (card_id !== undefined) return { table, index: 'by_parent', partition: of(card_id) } as const;
  if (customer_id !== undefined)
    return { table, index: 'by_status', partition: of(customer_id) } as const;
  return undefined;
};

/** What puts a transaction: a new one under its id, a changed one only over the version that was read. */
export const saveTransaction = (transaction: Transaction, read?: Transaction): Write => {
  const { tenant_id: tenant, id, card_id, customer_id, authorization_id } = transaction;
  const item = {
    ...transaction,
    parent_key: partitions.of(tenant, card_id),
    status_key: partitions.of(tenant, customer_id),
    ...(authorization_id !== null && {
      authorization_key: partitions.of(tenant, authorization_id),
    }),
  };
  return {
    kind: 'put',
    key: transactionKey(tenant, id),
    item,
    when: read ? asRead(read.version) : isNew,
  };
};

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

export const readStoredTransaction = reading('resources', 'transaction', transactionForm);

/** The transaction as stored, without what only lists need. */
export const storedTransaction = (item: Item): Transaction => {
  const { pk, sk, parent_key, status_key, authorization_key, ...transaction } = item;
  return readStoredTransaction(transaction);
};
