import * as z from 'zod/mini';
import { intervals } from '../../domain/features/catalogue.ts';

/** What a limit is counted over. */
export const IntervalSchema = z.enum(intervals).check(
  z.meta({
    id: 'SpendingInterval',
    description:
      'What a limit is counted over: one authorization, a calendar interval in UTC, or the life of the card.',
  }),
);
