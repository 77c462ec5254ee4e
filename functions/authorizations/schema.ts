import * as z from 'zod/mini';
import { CardId } from '../cards/schema.ts';
import { CustomerId } from '../customers/schema.ts';
import { CurrencyCode, Timestamp } from '../fields.ts';
import { idOf, resourceFields, withDescription } from '../resource.ts';
import { declineReasons } from './decision.ts';
import { type Authorization, authorizationStatuses, declined_by_issuer } from './model.ts';

/** The id of an authorization. */
export const AuthorizationId = idOf('authorization');
export const AuthorizationStatusSchema = z
  .enum(authorizationStatuses)
  .check(z.meta({ id: 'AuthorizationStatus', description: 'Where it stands.' }));

/** An amount that may be nothing. */
const taken = (description: string) => z.int().check(z.minimum(0), z.meta({ description, examples: [4_250] }));
const reasons = [...declineReasons, declined_by_issuer] as const;

const DeclineReason = z
  .enum(reasons)
  .check(z.meta({ id: 'DeclineReason', description: 'Why an authorization was declined.' }));

const MerchantResource = z
  .object({
    name: z.nullable(z.string()).check(z.meta({ description: 'As its terminal says it.', examples: ['Corner Shop'] })),
    category: z.nullable(z.string()).check(
      z.meta({
        description: 'What it sells: a merchant category code, four digits (ISO 18245).',
        examples: ['5411'],
      }),
    ),
    country: z
      .nullable(z.string())
      .check(z.meta({ description: 'Where it is, ISO 3166-1 alpha-2.', examples: ['GB'] })),
  })
  .check(z.meta({ id: 'Merchant', description: 'Who asked; null is what nobody said.' }));

const DeclinedIncrement = z
  .object({
    amount: taken('What would have been authorized in all; minor units.'),
    decline_reason: z
      .enum(declineReasons)
      .check(z.meta({ id: 'IncrementDeclineReason', description: 'Why more was declined.' })),
    at: withDescription(Timestamp, 'When it was asked for.'),
  })
  .check(z.meta({ id: 'DeclinedIncrement', description: 'More that was asked for and declined.' }));

/** An authorization as the world sees it. */
export const AuthorizationResource = z
  .object({
    ...resourceFields('authorization', 'authorization'),
    card_id: CardId,
    customer_id: CustomerId,
    amount: taken('What is authorized or was declined, in all; minor units.'),
    currency: CurrencyCode,
    merchant: MerchantResource,
    approved: z.boolean().check(z.meta({ description: 'Whether the amount may be taken.' })),
    decline_reason: z.nullable(DeclineReason).check(
      z.meta({
        description:
          'The first reason in the order of the checks; null where it is approved. `declined_by_issuer` where the issuer ' +
          'decided alone.',
      }),
    ),
    declined_increment: z
      .nullable(DeclinedIncrement)
      .check(z.meta({ description: 'The newest increase that was declined, which left the authorization as it was.' })),
    status: AuthorizationStatusSchema.check(
      z.meta({ description: 'What was declined is `closed` from the start; what was captured ends `closed`.' }),
    ),
    captured_amount: taken('What was taken so far, which may be more than was authorized; minor units.'),
    history: z
      .array(
        z
          .object({
            status: AuthorizationStatusSchema,
            amount: taken('What it counted towards the limits of the card from then on; minor units.'),
            at: withDescription(Timestamp, 'Since when.'),
          })
          .check(z.meta({ id: 'AuthorizationStep', description: 'A status of an authorization with its moment.' })),
      )
      .check(z.meta({ description: 'Its steps, oldest first; of more than a hundred the newest.' })),
  })
  .check(
    z.meta({ id: 'Authorization', description: 'What somebody asked to take from a card, and what became of it.' }),
  );
export type AuthorizationResource = z.infer<typeof AuthorizationResource>;

/** The one projection from a stored authorization to what the world sees. */
export const toAuthorizationResource = (authorization: Authorization): AuthorizationResource => ({
  id: authorization.id,
  object: 'authorization',
  created_at: authorization.created_at,
  updated_at: authorization.updated_at,
  version: authorization.version,
  card_id: authorization.card_id,
  customer_id: authorization.customer_id,
  amount: authorization.amount,
  currency: authorization.currency,
  merchant: { ...authorization.merchant },
  approved: authorization.approved,
  decline_reason: authorization.decline_reason,
  declined_increment: authorization.declined_increment ? { ...authorization.declined_increment } : null,
  status: authorization.status,
  captured_amount: authorization.captured_amount,
  history: authorization.history.map((step) => ({ ...step })),
});
