import * as z from 'zod/mini';
import type { CardLimit } from '../../domain/cards/limits.ts';
import { IntervalSchema } from '../features/interval.ts';
import { CurrencyCode, Timestamp } from '../fields.ts';
import { objectNamed, withDescription } from '../resource.ts';

const units = (description: string) => z.int().check(z.minimum(0), z.meta({ description, examples: [500_000] }));

/** What a card may spend within an interval, as the world sees it. */
export const ShownCardLimit = z
  .object({
    object: objectNamed('card_limit'),
    interval: IntervalSchema,
    limit: z
      .nullable(units('Minor units.'))
      .check(z.meta({ description: 'The limit of the card itself, minor units; of the day there always is one.' })),
    cap: z.nullable(units('Minor units.')).check(
      z.meta({
        description:
          'The most that the features of its customer allow now, minor units. One authorization has the cap of the day.',
      }),
    ),
    spent: units('What was authorized in the interval and not given back, minor units; also with cards it replaces.'),
    left: z.nullable(units('Minor units.')).check(
      z.meta({
        description:
          'How much more limit and cap allow, minor units; null where there is neither. Whether the card can be used at ' +
          'all says its status.',
      }),
    ),
    until: withDescription(z.nullable(Timestamp), 'When the interval ends and another begins; null where it does not.'),
    currency: CurrencyCode,
  })
  .check(z.meta({ id: 'CardLimit', description: 'What a card may spend within an interval, and what of it is left.' }));

/** The one projection of a limit. */
export const showCardLimit = (limit: CardLimit): z.infer<typeof ShownCardLimit> => ({ object: 'card_limit', ...limit });
