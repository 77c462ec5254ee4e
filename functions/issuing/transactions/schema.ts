import * as z from 'zod/mini';
import { resourceFields } from '../../core/resource.ts';
import { CustomerId } from '../../identity/customers/schema.ts';
import { AuthorizationId, ReportedTransaction } from '../authorizations/schema.ts';
import { CardId } from '../cards/schema.ts';

/** A transaction as the world sees it. */
export const TransactionResource = z
  .object({
    ...resourceFields('transaction', 'transaction'),
    card_id: CardId,
    customer_id: CustomerId,
    authorization_id: z.nullable(AuthorizationId).check(
      z.meta({
        description: 'The authorization that it belongs to; null if the issuer names none.',
      }),
    ),
    ...ReportedTransaction.shape,
  })
  .check(
    z.meta({
      id: 'Transaction',
      description: 'An amount that a merchant took with a card, or returned to it.',
    }),
  );
export type TransactionResource = z.infer<typeof TransactionResource>;
