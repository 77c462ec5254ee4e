import * as z from 'zod/mini';
import { type Card, cardTypes, replacementReasons } from '../../domain/cards/card.ts';
import { issuerRefusals } from '../../domain/cards/issuer-refusal.ts';
import { type IssuerSync, type IssuerSyncError, issuerSyncStatuses } from '../../domain/cards/issuer-sync.ts';
import { blockCauses, cardActionNames, cardStatuses, causesOf } from '../../domain/cards/life.ts';
import { cardActions, statusOf } from '../../domain/cards/moves.ts';
import { shippingMethods, shippingStatuses } from '../../domain/cards/shipping-life.ts';
import { byName } from '../by-name.ts';
import { AddressSchema } from '../customers/address.ts';
import { CustomerId } from '../customers/customer.ts';
import { CalendarDate, CurrencyCode, Name, Timestamp } from '../fields.ts';
import { Metadata } from '../metadata.ts';
import { idOf, resourceFields, statusFields, withDescription } from '../resource.ts';
import { identifier, text } from '../text.ts';
import { SpendingControlsSchema } from './spending-controls.ts';

/** The id of a card. */
export const CardId = idOf('card');
export const CardTypeSchema = z
  .enum(cardTypes)
  .check(z.meta({ id: 'CardType', description: 'Whether there is a piece of plastic.' }));
export const ShippingMethodSchema = z
  .enum(shippingMethods)
  .check(z.meta({ id: 'ShippingMethod', description: 'How a card is sent.' }));
export const ShippingStatusSchema = z
  .enum(shippingStatuses)
  .check(z.meta({ id: 'ShippingStatus', description: 'Where a parcel is.' }));
export const ReplacementReasonSchema = z
  .enum(replacementReasons)
  .check(z.meta({ id: 'ReplacementReason', description: 'Why a card is replaced.' }));
export const Nickname = text(100, { description: 'What its holder calls it.', example: 'Travel' });
export const TrackingNumber = identifier(100, { description: 'The carrier’s number of the parcel.' });
/** The last four digits of a card's number. */
export const Last4Digits = z
  .string()
  .check(z.regex(/^[0-9]{4}$/), z.meta({ description: 'The last four digits of its number.', examples: ['4242'] }));

const Shipping = z
  .object({
    recipient: z.nullable(Name),
    address: z.nullable(AddressSchema),
    method: ShippingMethodSchema,
    status: ShippingStatusSchema,
    carrier: withDescription(z.nullable(z.string()), 'Who brings it.'),
    tracking_number: z.nullable(TrackingNumber),
    tracking_url: withDescription(z.nullable(z.string()), 'Where the carrier tells how far it is.'),
    estimated_delivery: withDescription(z.nullable(CalendarDate), 'When it is expected to arrive.'),
    history: z
      .array(
        z
          .object({ status: ShippingStatusSchema, at: withDescription(Timestamp, 'Since when.') })
          .check(z.meta({ id: 'ShippingStep', description: 'A status of a parcel with its moment.' })),
      )
      .check(z.meta({ description: 'Every status with its moment, oldest first.' })),
  })
  .check(z.meta({ id: 'Shipping', description: 'The way of a physical card to its holder.' }));

const IssuerSyncSchema = z
  .object({
    status: z.enum(issuerSyncStatuses).check(
      z.meta({
        id: 'IssuerSyncStatus',
        description:
          'Whether the issuer knows the card as it is: `pending` until it was told, `failing` where it does not take it. ' +
          'What a card may spend follows its own status and limits all the same.',
      }),
    ),
    version: z.int().check(z.minimum(1), z.meta({ description: 'The last version that the issuer was told.' })),
    since: withDescription(Timestamp, 'Since when it is so.'),
    error: z
      .nullable(
        z
          .enum(['unreachable', ...Object.keys(issuerRefusals)] as IssuerSyncError[])
          .check(z.meta({ id: 'IssuerSyncError', description: 'Why the issuer does not know a card as it is.' })),
      )
      .check(z.meta({ description: 'What went wrong when it was last told; it is told again by itself.' })),
  })
  .check(
    z.meta({
      id: 'IssuerSync',
      description:
        'What the issuer of a card was told of it, and since when it knows, or there is a change that it does not know.',
    }),
  );

/** A card as the world sees it: never its number. */
export const ShownCard = z
  .object({
    ...resourceFields('card', 'card'),
    ...statusFields('Card', cardStatuses, cardActionNames),
    customer_id: CustomerId,
    type: CardTypeSchema,
    issuer: z.string().check(z.meta({ description: 'Who made it; `simulator` makes no money move.' })),
    brand: z.string().check(z.meta({ description: 'Whose network it belongs to.', examples: ['visa'] })),
    bin: z
      .nullable(z.string())
      .check(
        z.meta({ description: 'The first digits of its number, where the issuer says them.', examples: ['400000'] }),
      ),
    last4: Last4Digits,
    exp_month: z
      .int()
      .check(z.minimum(1), z.maximum(12), z.meta({ description: 'The last month that it works in.', examples: [11] })),
    exp_year: z
      .int()
      .check(z.minimum(2000), z.maximum(9999), z.meta({ description: 'The year of that month.', examples: [2030] })),
    currency: CurrencyCode,
    cardholder_name: z.nullable(Name).check(z.meta({ description: 'Null once its customer is redacted.' })),
    nickname: z.nullable(Nickname),
    spending_controls: SpendingControlsSchema,
    shipping: z.nullable(Shipping).check(z.meta({ description: 'Null for a virtual card.' })),
    replacement_for: z.nullable(CardId).check(z.meta({ description: 'The card that it replaces.' })),
    replaced_by: z.nullable(CardId).check(z.meta({ description: 'The card that replaces it; at most one ever.' })),
    replacement_reason: z
      .nullable(ReplacementReasonSchema)
      .check(z.meta({ description: 'Why the card that it replaces was replaced.' })),
    blocked_by: z
      .array(
        z.enum(blockCauses).check(z.meta({ id: 'BlockCause', description: 'What blocks a card from outside of it.' })),
      )
      .check(z.meta({ description: 'Why it is blocked; it works again as it did when the last cause goes.' })),
    issuer_sync: IssuerSyncSchema,
    metadata: Metadata,
  })
  .check(z.meta({ id: 'Card', description: 'A card, without its number.' }));
export type ShownCard = z.infer<typeof ShownCard>;

const showSync = ({ status, version, since, error }: IssuerSync): ShownCard['issuer_sync'] => ({
  ...{ status, version, since, error },
});

/** The one projection from a stored card to what the world sees. */
export const showCard = (card: Card): ShownCard => ({
  id: card.id,
  object: 'card',
  created_at: card.created_at,
  updated_at: card.updated_at,
  version: card.version,
  status: statusOf(card),
  status_reason: card.status_reason,
  allowed_actions: cardActions(card),
  customer_id: card.customer_id,
  type: card.type,
  issuer: card.issuer,
  brand: card.brand,
  bin: card.bin,
  last4: card.last4,
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  currency: card.currency,
  cardholder_name: card.cardholder_name,
  nickname: card.nickname,
  spending_controls: structuredClone(card.spending_controls) as ShownCard['spending_controls'],
  shipping: structuredClone(card.shipping) as ShownCard['shipping'],
  replacement_for: card.replacement_for,
  replaced_by: card.replaced_by,
  replacement_reason: card.replacement_reason,
  blocked_by: causesOf(card.blocks),
  issuer_sync: showSync(card.issuer_sync),
  metadata: byName(card.metadata),
});
