import * as z from 'zod/mini';
import { ApiError } from '../../core/api-error.ts';
import { withdrawnDetail } from '../../core/currencies.ts';
import { clearable } from '../../core/fields.ts';
import { Metadata, MetadataPatch } from '../../core/metadata.ts';
import { idOf } from '../../core/resource.ts';
import { PersonName } from '../../core/text-fields.ts';
import { issueOf, itemsAt } from '../../core/validation.ts';
import {
  cardCurrencies,
  currentCatalogue,
  everyCurrency,
} from '../../identity/catalogues/catalogue.ts';
import { AddressInput } from '../../identity/customers/address-schema.ts';
import { printable } from './cardholder.ts';
import { SpendingControlsInputSchema } from './controls-schema.ts';
import {
  CancelAfterInput,
  cardSettings,
  Last4Digits,
  ReplacementReasonSchema,
  ShippingMethodSchema,
} from './schema.ts';
import type { CardSettings } from './settings.ts';
import { closeReasons } from './states.ts';

const ShippingInput = z
  .strictObject(
    clearable({ recipient: PersonName, address: AddressInput, method: ShippingMethodSchema }),
  )
  .check(
    z.meta({
      id: 'ShippingInput',
      description:
        'The address of the parcel; by default that of the customer, or of the card that it replaces.',
    }),
  );

const CardholderName = PersonName.check(
  z.check((payload) => {
    if (payload.issues.length === 0 && printable(payload.value) === null)
      payload.issues.push(
        issueOf('invalid_format', payload.value, 'Must be in Latin letters, as it can be printed.'),
      );
  }),
  z.meta({
    description:
      'In Latin letters. By default the name of the customer or of its representative, if it is in Latin letters. Issuers print 24 characters of it: a longer name keeps the family name.',
    examples: ['Ada Lovelace'],
  }),
);

/** The currency of a card: each has its own caps. */
const CardCurrency = z.string().check(
  z.check(({ value, issues }) => {
    const notOffered = `Must be a currency that cards are offered in, such as ${currentCatalogue.currency}.`;
    const detail =
      withdrawnDetail(value) ?? (cardCurrencies.includes(value) ? undefined : notOffered);
    if (detail !== undefined) issues.push(issueOf('invalid_value', value, detail));
  }),
  z.meta({
    id: 'CardCurrency',
    description: 'A currency that cards are offered in, ISO 4217. An environment may offer fewer.',
    printed: { type: 'string', enum: everyCurrency },
    examples: ['USD'],
  }),
);

const shared = {
  customer_id: idOf('customer'),
  currency: CardCurrency,
  ...clearable({
    cardholder_name: CardholderName,
    ...cardSettings,
    cancel_after: CancelAfterInput,
    metadata: Metadata,
  }),
};

const VirtualCardCreate = z
  .strictObject({
    type: z
      .literal('virtual')
      .check(z.meta({ description: 'A card that exists only as a number.' })),
    ...shared,
  })
  .check(z.meta({ id: 'VirtualCardCreate', description: 'The input to issue a virtual card.' }));

const PhysicalCardCreate = z
  .strictObject({
    type: z.literal('physical').check(z.meta({ description: 'A piece of plastic, sent by post.' })),
    ...shared,
    ...clearable({ shipping: ShippingInput }),
  })
  .check(z.meta({ id: 'PhysicalCardCreate', description: 'The input to issue a physical card.' }));

/** The body that issues a card. */
export const CardCreate = z
  .discriminatedUnion('type', [VirtualCardCreate, PhysicalCardCreate])
  .check(z.meta({ id: 'CardCreate', description: 'The input to issue a card.' }));

/** The body that changes a card. */
export const CardPatch = z
  .strictObject(clearable({ ...cardSettings, metadata: MetadataPatch }))
  .check(
    z.meta({
      id: 'CardPatch',
      description:
        'Only the fields to change. A list in `spending_controls` replaces the earlier list.',
      examples: [{ nickname: null, spending_controls: { allowed_countries: ['GB'] } }],
    }),
  );

/** The body that activates a card. */
export const CardActivate = z
  .strictObject({ last4: Last4Digits })
  .check(z.meta({ id: 'CardActivate', description: 'The input to activate a card.' }));

/** The body that closes a card. */
export const CardClose = z
  .strictObject({
    reason: z
      .enum(closeReasons)
      .check(z.meta({ id: 'CardCloseReason', description: 'Why a card is closed.' })),
  })
  .check(z.meta({ id: 'CardClose', description: 'The input to close a card.' }));

/** The body that replaces a card. */
export const CardReplace = z
  .strictObject({
    reason: ReplacementReasonSchema,
    shipping: z
      .optional(z.nullable(ShippingInput))
      .check(z.meta({ description: 'Physical cards only; by default as for the replaced card.' })),
  })
  .check(z.meta({ id: 'CardReplace', description: 'The input to replace a card.' }));

/**
 * A merge patch is checked piece by piece. Its result has two more rules: the size of all metadata, and categories that
 * are allowed or blocked but not both. Returns the settings, or throws validation_failed.
 */
export const checkMergedCard = (settings: CardSettings): CardSettings => {
  const errors = [
    ...itemsAt(Metadata, settings.metadata, ['metadata']),
    ...itemsAt(SpendingControlsInputSchema, settings.spending_controls, ['spending_controls']),
  ];
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
  return settings;
};
