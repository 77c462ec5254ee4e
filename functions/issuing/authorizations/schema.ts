import * as z from 'zod/mini';
import { CalendarDate, issuerCurrency, Timestamp } from '../../core/fields.ts';
import { StoredMetadata } from '../../core/metadata.ts';
import { idOf, resourceFields, withDescription } from '../../core/resource.ts';
import { CustomerId } from '../../identity/customers/schema.ts';
import { BusinessResponse, FallbackReasonSchema } from '../authorization-endpoints/schema.ts';
import { CardPresenceSchema, MerchantResource } from '../cards/controls-schema.ts';
import { CardId, CardLimitResource } from '../cards/schema.ts';
import {
  authorizationStatuses,
  businessDeclineReasons,
  deciders,
  declined_by_issuer,
  declineReasons,
} from './decision.ts';

/** The id of an authorization. */
export const AuthorizationId = idOf('authorization');
export const AuthorizationStatusSchema = z
  .enum(authorizationStatuses)
  .check(z.meta({ id: 'AuthorizationStatus', description: 'The status.' }));

/** An amount that may be nothing. */
export const taken = (description: string) =>
  z.int().check(z.minimum(0), z.meta({ description, examples: [4_250] }));
const decidedReasons = [...declineReasons, ...businessDeclineReasons] as const;
const reasons = [...decidedReasons, declined_by_issuer] as const;

/** Why an authorization was declined. */
export const DeclineReasonSchema = z
  .enum(reasons)
  .check(z.meta({ id: 'DeclineReason', description: 'Why an authorization was declined.' }));

const DeclinedIncrement = z
  .object({
    amount: taken('The total amount that was requested; minor units.'),
    decline_reason: z
      .enum(decidedReasons)
      .check(
        z.meta({ id: 'IncrementDeclineReason', description: 'Why the increase was declined.' }),
      ),
    at: withDescription(Timestamp, 'When it was requested.'),
  })
  .check(z.meta({ id: 'DeclinedIncrement', description: 'A declined increase.' }));

/** The direction of a transaction: it takes an amount, or returns one. */
export const TransactionKindSchema = z.enum(['capture', 'refund']).check(
  z.meta({
    id: 'TransactionKind',
    description: '`capture` takes the amount, `refund` returns it.',
  }),
);

/** The fields of a transaction that its issuer reports. */
export const ReportedTransaction = z.object({
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
});
export type ReportedTransaction = z.infer<typeof ReportedTransaction>;

/** A transaction as its authorization shows it. */
const LinkedTransaction = z
  .object({
    id: idOf('transaction'),
    kind: TransactionKindSchema,
    amount: taken('Minor units.'),
  })
  .check(z.meta({ id: 'LinkedTransaction', description: 'A transaction of an authorization.' }));

/** An authorization as the world sees it. */
export const AuthorizationResource = z
  .object({
    ...resourceFields('authorization', 'authorization'),
    card_id: CardId,
    customer_id: CustomerId,
    amount: taken('The total amount, authorized or declined; minor units.'),
    currency: issuerCurrency('The currency, ISO 4217 in capitals.'),
    merchant: MerchantResource,
    merchant_currency: z.nullable(z.string()).check(
      z.meta({
        description: 'The currency that the merchant charges, if the issuer says it.',
        examples: ['USD'],
      }),
    ),
    card_presence: z
      .nullable(CardPresenceSchema)
      .check(z.meta({ description: 'Whether the card was present, if the issuer says it.' })),
    approved: z.boolean().check(z.meta({ description: 'Whether the amount was approved.' })),
    decline_reason: z.nullable(DeclineReasonSchema).check(
      z.meta({
        description:
          'The first reason in the order of the checks; null if it was approved. `declined_by_business`: the answer of your authorization endpoint. `authorization_endpoint_failed`: its fallback. `declined_by_issuer`: the issuer decided alone.',
      }),
    ),
    declined_increment: z.nullable(DeclinedIncrement).check(
      z.meta({
        description:
          'The newest increase that was declined, which left the authorization as it was.',
      }),
    ),
    status: AuthorizationStatusSchema.check(
      z.meta({
        description:
          'A declined authorization is `closed` from the start; a captured one ends as `closed`.',
      }),
    ),
    requested_amount: taken(
      'The total amount of the newest request; more than `amount` after a partial approval. Minor units.',
    ),
    is_amount_controllable: z
      .boolean()
      .check(
        z.meta({ description: 'Whether a smaller amount than the requested one can be approved.' }),
      ),
    decided_by: z
      .enum(deciders)
      .check(
        z.meta({ id: 'AuthorizationDecider', description: 'The maker of the newest decision.' }),
      ),
    decision_ms: z.nullable(z.int().check(z.minimum(0))).check(
      z.meta({
        description:
          'How long it took, from the request to the commit, in milliseconds; null if the issuer decided alone.',
        examples: [96],
      }),
    ),
    limit_at_decision: z.nullable(CardLimitResource).check(
      z.meta({
        description:
          'The limit that declined the amount, or had the least left when it was approved, as it was before the decision. Otherwise null.',
      }),
    ),
    business_response: z.nullable(BusinessResponse).check(
      z.meta({
        description:
          'The answer of your authorization endpoint; null if it was not asked, or did not answer.',
      }),
    ),
    fallback_reason: z
      .nullable(FallbackReasonSchema)
      .check(z.meta({ description: 'Why the fallback decided; null if it did not.' })),
    metadata: withDescription(
      StoredMetadata,
      'The `metadata` of the answer of your authorization endpoint.',
    ),
    captured_amount: taken(
      'The amount captured so far, which can be more than was authorized; minor units.',
    ),
    refunded_amount: taken(
      'The amount refunded so far, minor units. Limits count the captured amount without it, and never less than nothing.',
    ),
    transactions: z.array(LinkedTransaction).check(
      z.meta({
        description: 'Its captures and refunds, oldest first; at most the newest hundred.',
      }),
    ),
    history: z
      .array(
        z
          .object({
            status: AuthorizationStatusSchema,
            amount: taken(
              'The amount that counted towards the limits of the card from then on; minor units.',
            ),
            at: withDescription(Timestamp, 'Since when.'),
          })
          .check(
            z.meta({
              id: 'AuthorizationStep',
              description: 'A status of an authorization with its time.',
            }),
          ),
      )
      .check(z.meta({ description: 'Its steps, oldest first; at most the newest hundred.' })),
  })
  .check(
    z.meta({
      id: 'Authorization',
      description: 'An amount that was requested from a card, and the decision.',
    }),
  );
export type AuthorizationResource = z.infer<typeof AuthorizationResource>;
