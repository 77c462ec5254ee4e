import * as z from 'zod/mini';
import { intervals } from '../../domain/features/catalogue.ts';
import { CountryCode } from '../customers/address.ts';
import { IntervalSchema } from '../features/interval.ts';
import { clearable } from '../fields.ts';
import { issueOf } from '../issues.ts';

/** An amount in minor units, 1 to 10¹². */
export const Amount = z
  .int()
  .check(z.minimum(1), z.maximum(1_000_000_000_000), z.meta({ description: 'Minor units.', examples: [500_000] }));

/** What a merchant sells: a merchant category code, four digits (ISO 18245). */
export const MerchantCategory = z.string().check(
  z.check((payload) => {
    if (!/^\d{4}$/.test(payload.value))
      payload.issues.push(issueOf('invalid_format', payload.value, 'Must be four digits (ISO 18245), such as 5411.'));
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

const SpendingLimit = z
  .object({ amount: Amount, interval: IntervalSchema })
  .check(z.meta({ id: 'SpendingLimit', description: 'The most that may be spent within an interval, inclusive.' }));
const SpendingLimitInput = z
  .strictObject({ amount: Amount, interval: IntervalSchema })
  .check(
    z.meta({ id: 'SpendingLimitInput', description: 'The most that may be spent within an interval, inclusive.' }),
  );

const limitsMean =
  'At most one for each interval; calendar intervals in UTC, weeks from Monday. A card without a daily limit spends 500000 a day at most, and none more than the caps of what its customer’s features grant at the time.';
const lists = {
  allowed_categories: z
    .array(MerchantCategory)
    .check(z.maxLength(categories_max), z.meta({ description: 'Only these; empty: all.' })),
  blocked_categories: z
    .array(MerchantCategory)
    .check(z.maxLength(categories_max), z.meta({ description: 'All but these. Never together with allowed ones.' })),
  allowed_countries: z
    .array(CountryCode)
    .check(z.maxLength(countries_max), z.meta({ description: 'Merchants in these countries only; empty: all.' })),
};

/** What a card may be used for, as the world sees it. */
export const SpendingControlsSchema = z
  .object({ limits: z.array(SpendingLimit).check(z.meta({ description: limitsMean })), ...lists })
  .check(z.meta({ id: 'SpendingControls', description: 'What the card may be used for.' }));

/** What a business says of it, in a create and in a merge patch: lists replace, null takes the default. */
export const SpendingControlsInputSchema = z
  .strictObject(
    clearable({
      limits: z.array(SpendingLimitInput).check(
        z.maxLength(intervals.length),
        z.check((payload) => {
          for (const [position, { interval }] of payload.value.entries())
            if (payload.value.findIndex((other) => other.interval === interval) < position)
              payload.issues.push(
                issueOf('invalid_value', interval, 'Must be another interval: this one has a limit already.', [
                  position,
                  'interval',
                ]),
              );
        }),
        z.meta({ description: limitsMean }),
      ),
      ...lists,
    }),
  )
  .check(
    z.check((payload) => {
      const { allowed_categories, blocked_categories } = payload.value;
      if (!allowed_categories?.length || !blocked_categories?.length) return;
      const detail = 'Must be empty while allowed_categories says something, or the other way round.';
      payload.issues.push(issueOf('invalid_value', blocked_categories, detail, ['blocked_categories']));
    }),
    z.meta({
      id: 'SpendingControlsInput',
      description: 'What the card may be used for; null takes the default.',
      examples: [{ limits: [{ amount: 500_000, interval: 'daily' }], blocked_categories: ['7995'] }],
    }),
  );
