import * as z from 'zod/mini';
import { CalendarDate, issuerCurrency } from '../../core/fields.ts';
import { resourceFields, withDescription } from '../../core/resource.ts';
import { CustomerId } from '../../identity/customers/schema.ts';
import { AuthorizationId, TransactionKindSchema, taken } from '../authorizations/schema.ts';
import { MerchantResource } from '../cards/controls-schema.ts';
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
    kind: TransactionKindSchema,
    amount: taken('The amount in the currency of the card, minor units; never negative.'),
    currency: issuerCurrency('The currency of the card, ISO 4217 in capitals.'),
    merchant_amount: taken(
      'The amount in the currency of the merchant, minor units; never negative.',
    ),
    merchant_currency: issuerCurrency('The currency of the merchant, ISO 4217 in capitals.'),
    merchant: MerchantResource,
    network_date: withDescription(
      z.nullable(CalendarDate),
      'The day on which the card network processed it; null while the issuer does not know it.',
    ),
  })
  .check(
    z.meta({
      id: 'Transaction',
      description: 'An amount that a merchant took with a card, or returned to it.',
    }),
  );
export type TransactionResource = z.infer<typeof TransactionResource>;
