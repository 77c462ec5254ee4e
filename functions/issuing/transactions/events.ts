import { by, type EventRecords } from '../../core/event-record.ts';
import { requestAmount, virtualCard } from '../cards/events.ts';
import type { TransactionEventType } from './model.ts';

/** The event of a transaction. */
export const transactionEvents: EventRecords<TransactionEventType> = {
  'card.transaction_created': {
    sample: {
      sequence: 1,
      data: {
        version: 1,
        kind: 'capture',
        amount: 4_250,
        currency: 'USD',
        merchant_amount: 4_250,
        merchant_currency: 'USD',
        network_date: '2026-11-21',
      },
    },
    trigger: by(...virtualCard, requestAmount(4_250), {
      call: 'POST /simulations/cards/{card}/capture',
      body: ({ authorization }) => ({ authorization_id: authorization?.id }),
    }),
  },
};
