import * as z from 'zod/mini';
import {
  CalendarDate,
  CurrencyCode,
  clearable,
  conditional,
  IntervalSchema,
  Timestamp,
} from '../../core/fields.ts';
import { velocity_count_max } from '../../core/limits.ts';
import { StoredMetadata } from '../../core/metadata.ts';
import {
  idOf,
  objectNamed,
  resourceFields,
  statusFields,
  withDescription,
} from '../../core/resource.ts';
import { identifier, nameOf, PersonName, stored } from '../../core/text-fields.ts';
import { issueOf } from '../../core/validation.ts';
import { AddressSchema } from '../../identity/customers/address-schema.ts';
import {
  SpendingControlsInputSchema,
  SpendingControlsSchema,
  velocityFields,
} from './controls-schema.ts';
import {
  blockCauses,
  cardActionNames,
  cardStatuses,
  cardTypes,
  type IssuerSyncError,
  issuerRefusals,
  issuerSyncStatuses,
  pinStatuses,
  renewalSkipReasons,
  replacementReasons,
  shippingMethods,
  shippingStatuses,
  tracking_number_characters_max,
} from './states.ts';

/** The id of a card. */
export const CardId = idOf('card');
export const CardTypeSchema = z
  .enum(cardTypes)
  .check(z.meta({ id: 'CardType', description: 'Whether the card is virtual or physical.' }));
export const ShippingMethodSchema = z
  .enum(shippingMethods)
  .check(z.meta({ id: 'ShippingMethod', description: 'How a card is sent.' }));
export const ShippingStatusSchema = z
  .enum(shippingStatuses)
  .check(z.meta({ id: 'ShippingStatus', description: 'Where a parcel is.' }));
export const ReplacementReasonSchema = z
  .enum(replacementReasons)
  .check(z.meta({ id: 'ReplacementReason', description: 'Why a card is replaced.' }));
const cancelAfterFields = {
  authorizations: z.int().check(
    z.minimum(1),
    z.maximum(velocity_count_max),
    z.meta({
      description: 'It closes with this number of approved authorizations.',
      examples: [1],
    }),
  ),
  date: withDescription(CalendarDate, 'The last day on which it works, UTC.'),
};
const cancelAfterMeans =
  'When a card closes on its own, with `status_reason` `cancel_after`: whichever comes first.';
const CancelAfter = z
  .object({
    authorizations: z.nullable(cancelAfterFields.authorizations),
    date: z.nullable(cancelAfterFields.date),
  })
  .check(z.meta({ id: 'CancelAfter', description: cancelAfterMeans }));

/** When a new card closes on its own. */
export const CancelAfterInput = z.strictObject(clearable(cancelAfterFields)).check(
  z.check(({ value, issues }) => {
    if (value.authorizations || value.date) return;
    issues.push(issueOf('required', value, 'Send authorizations or date.', ['authorizations']));
  }),
  z.meta({
    id: 'CancelAfterInput',
    ...conditional(
      { authorizations: { type: 'integer' } },
      {},
      { required: ['date'], properties: { date: { type: 'string' } } },
    ),
    description: cancelAfterMeans,
    examples: [{ authorizations: 1 }],
  }),
);

/** The settings that a create and a later change of a card take. */
export const cardSettings = {
  nickname: nameOf(100, { description: 'The cardholder’s name for it.', example: 'Travel' }),
  spending_controls: SpendingControlsInputSchema,
};
export const TrackingNumber = identifier(tracking_number_characters_max, {
  description: 'The carrier’s tracking number.',
});
/** The last four digits of a card's number. */
export const Last4Digits = z
  .string()
  .check(
    z.regex(/^[0-9]{4}$/, 'Must be four digits, such as 4242.'),
    z.meta({ description: 'The last four digits of its number.', examples: ['4242'] }),
  );

const Shipping = z
  .object({
    recipient: z.nullable(stored(PersonName)),
    address: z.nullable(AddressSchema),
    method: ShippingMethodSchema,
    status: ShippingStatusSchema,
    carrier: withDescription(z.nullable(z.string()), 'The carrier.'),
    tracking_number: withDescription(z.nullable(z.string()), 'The carrier’s tracking number.'),
    tracking_url: withDescription(z.nullable(z.string()), 'The carrier’s tracking page.'),
    estimated_delivery: withDescription(z.nullable(CalendarDate), 'When it is expected to arrive.'),
    history: z
      .array(
        z
          .object({ status: ShippingStatusSchema, at: withDescription(Timestamp, 'Since when.') })
          .check(
            z.meta({ id: 'ShippingStep', description: 'A status of a parcel with its time.' }),
          ),
      )
      .check(z.meta({ description: 'Every status with its time, oldest first.' })),
  })
  .check(z.meta({ id: 'Shipping', description: 'The shipping of a physical card.' }));

/** Whether the issuer has the current state of a card, or of a token of one. */
export const IssuerSyncSchema = z
  .object({
    status: z.enum(issuerSyncStatuses).check(
      z.meta({
        id: 'IssuerSyncStatus',
        description:
          '`synced` if the issuer has the current version, `pending` until it is updated, `failing` if it rejects the update. Authorizations are decided by the card’s own status and limits in each case.',
      }),
    ),
    version: z
      .int()
      .check(z.minimum(1), z.meta({ description: 'The last version that the issuer has.' })),
    since: withDescription(Timestamp, 'Since when it has this status.'),
    error: z
      .nullable(
        z.enum(['unreachable', ...Object.keys(issuerRefusals)] as IssuerSyncError[]).check(
          z.meta({
            id: 'IssuerSyncError',
            description: 'Why the issuer does not have the current version of a card.',
          }),
        ),
      )
      .check(
        z.meta({ description: 'The error of the last update, which is retried automatically.' }),
      ),
  })
  .check(
    z.meta({
      id: 'IssuerSync',
      description: 'Whether the issuer has the current version of the card.',
    }),
  );

/** A card as the world sees it: never its number. */
export const CardResource = z
  .object({
    ...resourceFields('card', 'card'),
    ...statusFields('Card', cardStatuses, cardActionNames),
    customer_id: idOf('customer'),
    type: CardTypeSchema,
    issuer: z
      .string()
      .check(z.meta({ description: 'The issuer; cards of `simulator` move no money.' })),
    brand: z.string().check(z.meta({ description: 'The card network.', examples: ['visa'] })),
    bin: z.nullable(z.string()).check(
      z.meta({
        description: 'The first digits of its number, if the issuer gives them.',
        examples: ['400000'],
      }),
    ),
    last4: Last4Digits,
    exp_month: z
      .int()
      .check(
        z.minimum(1),
        z.maximum(12),
        z.meta({ description: 'The last month that it works in.', examples: [11] }),
      ),
    exp_year: z
      .int()
      .check(
        z.minimum(2000),
        z.maximum(9999),
        z.meta({ description: 'The year of that month.', examples: [2030] }),
      ),
    currency: CurrencyCode,
    cardholder_name: z
      .nullable(stored(PersonName))
      .check(z.meta({ description: 'Null once its customer is redacted.' })),
    nickname: z.nullable(stored(cardSettings.nickname)),
    spending_controls: SpendingControlsSchema,
    cancel_after: z
      .nullable(CancelAfter)
      .check(z.meta({ description: 'Null for a card that closes only on request.' })),
    shipping: z.nullable(Shipping).check(z.meta({ description: 'Null for a virtual card.' })),
    replacement_for: z
      .nullable(CardId)
      .check(z.meta({ description: 'The card that it replaces.' })),
    replaced_by: z
      .nullable(CardId)
      .check(z.meta({ description: 'The card that replaces it; there is at most one.' })),
    replacement_reason: z
      .nullable(ReplacementReasonSchema)
      .check(z.meta({ description: 'Why the card that it replaces was replaced.' })),
    renewal_skipped: z
      .nullable(
        z.enum(renewalSkipReasons).check(
          z.meta({
            id: 'RenewalSkipReason',
            description: 'Why no next card is ordered before a card expires.',
          }),
        ),
      )
      .check(
        z.meta({
          description:
            'Why the next card was not ordered when it was due. Checked again each day until the card expires. Null before that, and once the next card is ordered.',
        }),
      ),
    blocked_by: z
      .array(
        z
          .enum(blockCauses)
          .check(z.meta({ id: 'BlockCause', description: 'A cause that blocks a card.' })),
      )
      .check(
        z.meta({
          description:
            'Why it is blocked; it has its earlier status again when the last cause ends.',
        }),
      ),
    pin_status: z.enum(pinStatuses).check(
      z.meta({
        id: 'PinStatus',
        description:
          '`unset` if the card has no PIN yet. `blocked` after three wrong PINs in a row: the card approves nothing until the PIN is unblocked or set.',
      }),
    ),
    issuer_sync: IssuerSyncSchema,
    metadata: StoredMetadata,
  })
  .check(z.meta({ id: 'Card', description: 'A card, without its number.' }));
export type CardResource = z.infer<typeof CardResource>;

const units = (description: string) =>
  z.int().check(z.minimum(0), z.meta({ description, examples: [500_000] }));

/** The amount that a card may spend within an interval, as the world sees it. */
export const CardLimitResource = z
  .object({
    object: objectNamed('card_limit'),
    interval: IntervalSchema,
    limit: z.nullable(units('Minor units.')).check(
      z.meta({
        description: 'The limit of the card, minor units; there is always a daily limit.',
      }),
    ),
    cap: z.nullable(units('Minor units.')).check(
      z.meta({
        description:
          'The maximum that the customer’s features allow now, minor units. A single authorization has the daily cap.',
      }),
    ),
    spent: units(
      'The amount authorized in the interval and not reversed, minor units; includes cards that it replaces.',
    ),
    left: z.nullable(units('Minor units.')).check(
      z.meta({
        description:
          'The remaining amount under limit and cap, minor units; null if there is neither. The status of the card says whether it can be used at all.',
      }),
    ),
    count: z.int().check(
      z.minimum(0),
      z.meta({
        description:
          'The number of authorizations approved in the interval; 0 for one authorization.',
      }),
    ),
    count_limit: z
      .nullable(velocityFields.count)
      .check(z.meta({ description: 'The maximum of that number; null if the card has none.' })),
    until: withDescription(
      z.nullable(Timestamp),
      'When the interval ends and the next begins; null if it does not end.',
    ),
    currency: CurrencyCode,
  })
  .check(
    z.meta({
      id: 'CardLimit',
      description: 'A limit of a card for one interval, and the remaining amount.',
    }),
  );
