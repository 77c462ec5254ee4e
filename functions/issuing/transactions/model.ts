import type { ReadonlyDeep } from '../../core/json.ts';
import type { Created, Transition } from '../../core/transition.ts';
import type { OfCard } from '../authorizations/issuer-notice.ts';
import { type Authorization, recordedMerchant } from '../authorizations/model.ts';
import type { TransactionNotice } from '../authorizations/settlement.ts';
import type { Card } from '../cards/model.ts';
import type { TransactionResource } from './schema.ts';

/** The events of a transaction. */
export const transactionEventTypes = ['card.transaction_created'] as const;
export type TransactionEventType = (typeof transactionEventTypes)[number];

/** A transaction as stored: the fields of its resource, and internal ones. */
export type Transaction = ReadonlyDeep<Omit<TransactionResource, 'object'>> &
  Pick<Authorization, 'tenant_id' | 'issuer' | 'issuer_reference'>;

/**
 * The one projection from a stored transaction to its resource. The schema's check removes members
 * that it does not name.
 */
export const toTransactionResource = (transaction: Transaction): TransactionResource => {
  const resource: ReadonlyDeep<TransactionResource> = { ...transaction, object: 'transaction' };
  return resource as TransactionResource;
};

/** Where a transaction belongs. */
type Belonging = Pick<Transaction, 'id' | 'issuer' | 'authorization_id'> &
  OfCard & { readonly card: Pick<Card, 'customer_id' | 'cardholder_name'> };

/** A new transaction, as the issuer reports it. */
export const newTransaction = (
  { card, ...belonging }: Belonging,
  notice: TransactionNotice,
  now: Date,
): Created<Transaction, TransactionEventType> => {
  const merchant = recordedMerchant(notice.merchant, card);
  const of = { ...belonging, customer_id: card.customer_id };
  const after = { ...notice, merchant, ...of, updated_at: now.toISOString(), version: 1 };
  return { after, event: 'card.transaction_created' };
};

/**
 * The addition of a later notice: the day of the network, the last one of several. All else of a
 * transaction is final. Nothing where it is known.
 */
export const noticedTransaction = (
  before: Transaction,
  { network_date }: TransactionNotice,
  now: Date,
): Transition<Transaction, TransactionEventType>[] => {
  if (network_date === null || network_date <= (before.network_date ?? '')) return [];
  return [
    {
      before,
      after: {
        ...before,
        network_date,
        updated_at: now.toISOString(),
        version: before.version + 1,
      },
    },
  ];
};
