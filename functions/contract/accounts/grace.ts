import * as z from 'zod/mini';

/** The longest that an old key may go on working: seven days (product.md, dashboard routes). */
const graceSecondsMax = 604_800;
const graceSecondsDefault = 86_400;

/** How long the keys before go on working. */
export const GraceSeconds = z._default(z.int().check(z.minimum(0), z.maximum(graceSecondsMax)), graceSecondsDefault);
