import { changed, type Registration } from '../../core/outbox/unit-of-work.ts';
import type { Transition } from '../../core/transition.ts';
import { type Transaction, type TransactionEventType, toTransactionResource } from './model.ts';
import { TransactionResource } from './schema.ts';
import { saveTransaction } from './table.ts';

const registration: Registration<Transaction, typeof TransactionResource> = {
  object: 'transaction',
  schema: TransactionResource,
  toResource: toTransactionResource,
  save: saveTransaction,
  customerOf: ({ customer_id }) => customer_id,
};

/** The change that one transition of a transaction makes. */
export const transaction = (transition: Transition<Transaction, TransactionEventType>) =>
  changed(registration, transition);
