import * as z from 'zod/mini';
import { intervals } from './states.ts';

/** The interval that a limit covers. */
export const IntervalSchema = z.enum(intervals).check(
  z.meta({
    id: 'SpendingInterval',
    description: 'The interval of a limit: one authorization, a calendar interval in UTC, or the life of the card.',
  }),
);
