import * as z from 'zod/mini';
import { text } from './text.ts';

/** The body of an action that takes nothing. */
export const EmptyRequest = z
  .strictObject({})
  .check(z.meta({ id: 'EmptyRequest', description: 'Nothing: the body may be left out.' }));

/** The body of an action that may say why. */
export const ReasonRequest = z
  .strictObject({
    reason: z.optional(text(200, { description: 'Why, for your own records; shown as `status_reason`.' })),
  })
  .check(z.meta({ id: 'ReasonRequest', description: 'Why something is done; it may be left out.' }));
