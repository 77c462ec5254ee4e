import * as z from 'zod/mini';
import {
  CurrencyCode,
  clearable,
  conditional,
  IntervalSchema,
  shownAndSent,
} from '../../core/fields.ts';
import { countedIntervals, intervals, velocity_count_max } from '../../core/limits.ts';
import { issueOf } from '../../core/validation.ts';
import { CountryCode } from '../../identity/customers/address-schema.ts';
import { cardPresences } from './states.ts';

/** An amount in minor units, 1 to 10¹². */
export const Amount = z
  .int()
  .check(
    z.minimum(1),
    z.maximum(1_000_000_000_000),
    z.meta({ description: 'Minor units.', examples: [500_000] }),
  );

/** An amount in minor units that may be nothing, 0 to 10¹². */
export const AmountOrNothing = z
  .int()
  .check(
    z.minimum(0),
    z.maximum(1_000_000_000_000),
    z.meta({ description: 'Minor units.', examples: [500_000] }),
  );

/** The goods of a merchant: a merchant category code, four digits (ISO 18245). */
export const MerchantCategory = z.string().check(
  z.check((payload) => {
    if (!/^\d{4}$/.test(payload.value))
      payload.issues.push(
        issueOf('invalid_format', payload.value, 'Must be four digits (ISO 18245), such as 5411.'),
      );
  }),
  z.meta({
    id: 'MerchantCategory',
    description: 'A merchant category code, four digits (ISO 18245).',
    pattern: '^[0-9]{4}$',
    examples: ['5411'],
  }),
);

/** More than anybody names; there are fewer codes than this in use. */
const categories_max = 1000;
const countries_max = 250;

/** More is no list that a person keeps; an event contains the card, and so each of them. */
const merchants_max = 50;
const currencies_max = 50;

/** The identifier that a card network gives a merchant: one merchant may have another at each network. */
export const MerchantNetworkId = z.string().check(
  z.check(({ value, issues }) => {
    if (!/^[\x21-\x7e]{1,64}$/.test(value))
      issues.push(issueOf('invalid_format', value, 'Must be 1 to 64 visible ASCII characters.'));
  }),
  z.meta({
    id: 'MerchantNetworkId',
    description: 'The identifier that a card network gives a merchant.',
    pattern: '^[\\x21-\\x7e]{1,64}$',
    examples: ['1234567890'],
  }),
);

/** Whether the card was at the merchant. */
export const CardPresenceSchema = z
  .enum(cardPresences)
  .check(
    z.meta({ id: 'CardPresence', description: 'Whether the card was present at the merchant.' }),
  );

export const velocityFields = {
  count: z
    .int()
    .check(
      z.minimum(1),
      z.maximum(velocity_count_max),
      z.meta({ description: 'The number of approved authorizations, inclusive.', examples: [10] }),
    ),
  interval: z.enum(countedIntervals).check(
    z.meta({
      id: 'VelocityInterval',
      description: 'A calendar interval in UTC, or the life of the card.',
    }),
  ),
};
const velocityLimit = shownAndSent(velocityFields, {
  id: 'VelocityLimit',
  description: 'How many authorizations may be approved in an interval.',
});

/** Each interval once. */
const oncePerInterval = <Limit extends { readonly interval: string }>() =>
  z.check<readonly Limit[]>(({ value, issues }) => {
    for (const [position, { interval }] of value.entries())
      if (value.findIndex((other) => other.interval === interval) < position)
        issues.push(
          issueOf(
            'invalid_value',
            interval,
            'Must be another interval: this one has a limit already.',
            [position, 'interval'],
          ),
        );
  });

const velocityMeans =
  'At most one for each interval. Only approved authorizations count; a reversed one still counts. A card and its replacements count together.';

/** A merchant as far as it is known. */
export const MerchantResource = z
  .object({
    name: z
      .nullable(z.string())
      .check(
        z.meta({ description: 'The name that its terminal sends.', examples: ['Corner Shop'] }),
      ),
    category: z.nullable(z.string()).check(
      z.meta({
        description: 'Its merchant category code, four digits (ISO 18245).',
        examples: ['5411'],
      }),
    ),
    country: z
      .nullable(z.string())
      .check(z.meta({ description: 'Its country, ISO 3166-1 alpha-2.', examples: ['GB'] })),
    network_id: z
      .nullable(z.string())
      .check(
        z.meta({ description: 'Its identifier at the card network.', examples: ['1234567890'] }),
      ),
  })
  .check(
    z.meta({ id: 'Merchant', description: 'The merchant; null for a field that was not given.' }),
  );

const spendingLimit = shownAndSent(
  { amount: AmountOrNothing, interval: IntervalSchema },
  {
    id: 'SpendingLimit',
    description:
      'The maximum that may be spent in an interval, inclusive. With 0 nothing can be spent.',
  },
);

const limitsMean =
  'At most one for each interval; calendar intervals in UTC, weeks from Monday. A card without a daily limit can spend at most the usual daily cap of its currency, 500000 in USD unless the environment has another. No card can spend more than the caps of its customer’s active features.';
const lists = {
  allowed_categories: z
    .array(MerchantCategory)
    .check(
      z.maxLength(categories_max),
      z.meta({ description: 'Only these; an empty list allows all.' }),
    ),
  blocked_categories: z
    .array(MerchantCategory)
    .check(
      z.maxLength(categories_max),
      z.meta({ description: 'All except these. Not together with allowed ones.' }),
    ),
  allowed_countries: z
    .array(CountryCode)
    .check(
      z.maxLength(countries_max),
      z.meta({ description: 'Merchants in these countries only; an empty list allows all.' }),
    ),
  allowed_merchants: z
    .array(MerchantNetworkId)
    .check(
      z.maxLength(merchants_max),
      z.meta({ description: 'Only these merchants; an empty list allows all.' }),
    ),
  blocked_merchants: z
    .array(MerchantNetworkId)
    .check(
      z.maxLength(merchants_max),
      z.meta({ description: 'None of these merchants, allowed or not.' }),
    ),
  allowed_card_presences: z.array(CardPresenceSchema).check(
    z.maxLength(cardPresences.length),
    z.meta({
      description:
        'Only payments with the card present, or not present; an empty list allows both.',
    }),
  ),
  allowed_currencies: z.array(CurrencyCode).check(
    z.maxLength(currencies_max),
    z.meta({
      description: 'Only merchants that charge in these currencies; an empty list allows all.',
    }),
  ),
};

/** The uses that a card allows, as the world sees them. */
export const SpendingControlsSchema = z
  .object({
    limits: z.array(spendingLimit.shown).check(z.meta({ description: limitsMean })),
    velocity_limits: z.array(velocityLimit.shown).check(z.meta({ description: velocityMeans })),
    ...lists,
  })
  .check(z.meta({ id: 'SpendingControls', description: 'The permitted uses of the card.' }));

/**
 * The uses as a business states them, in a create and in a merge patch: lists replace, null takes
 * the default.
 */
export const SpendingControlsInputSchema = z
  .strictObject(
    clearable({
      limits: z
        .array(spendingLimit.sent)
        .check(
          z.maxLength(intervals.length),
          oncePerInterval(),
          z.meta({ description: limitsMean }),
        ),
      velocity_limits: z
        .array(velocityLimit.sent)
        .check(
          z.maxLength(countedIntervals.length),
          oncePerInterval(),
          z.meta({ description: velocityMeans }),
        ),
      ...lists,
    }),
  )
  .check(
    z.check((payload) => {
      const { allowed_categories, blocked_categories } = payload.value;
      if (!allowed_categories?.length || !blocked_categories?.length) return;
      const detail =
        'Must be empty while allowed_categories says something, or the other way round.';
      payload.issues.push(
        issueOf('invalid_value', blocked_categories, detail, ['blocked_categories']),
      );
    }),
    z.meta({
      id: 'SpendingControlsInput',
      ...conditional(
        { allowed_categories: { type: 'array', items: {}, minItems: 1 } },
        { properties: { blocked_categories: { maxItems: 0 } } },
      ),
      description: 'The permitted uses of the card; null sets the default.',
      examples: [
        { limits: [{ amount: 500_000, interval: 'daily' }], blocked_categories: ['7995'] },
      ],
    }),
  );
