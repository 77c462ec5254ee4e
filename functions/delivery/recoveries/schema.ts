import * as z from 'zod/mini';
import { Timestamp } from '../../core/fields.ts';
import { idOf, resourceFields, statusFields, withDescription } from '../../core/resource.ts';
import { recoveryScopes, recoveryStatuses } from './states.ts';

const count = (description: string) => z.int().check(z.minimum(0), z.meta({ description }));

/** The scope of a recovery. */
export const RecoveryScopeSchema = z.enum(recoveryScopes).check(
  z.meta({
    id: 'RecoveryScope',
    description:
      '`failed`: deliveries that used all their attempts; `missing`: events without a delivery.',
  }),
);

/** A recovery of the deliveries of a webhook, and its progress. */
export const RecoveryResource = z
  .object({
    ...resourceFields('recovery', 'recovery'),
    ...statusFields('Recovery', recoveryStatuses, ['cancel']),
    webhook_id: idOf('webhook'),
    scope: RecoveryScopeSchema,
    since: withDescription(Timestamp, 'Events from then on.'),
    until: withDescription(
      Timestamp,
      'The newest events that it includes: the time of its creation.',
    ),
    event_types: withDescription(z.nullable(z.array(z.string())), 'These types only; null: all.'),
    matched: count('How many deliveries matched so far.'),
    sent: count('How many of them were queued.'),
    rate_per_second: z
      .int()
      .check(
        z.minimum(1),
        z.meta({ description: 'The maximum number that is queued per second.' }),
      ),
  })
  .check(
    z.meta({ id: 'Recovery', description: 'A job that sends many deliveries of a webhook again.' }),
  );
export type RecoveryResource = z.infer<typeof RecoveryResource>;
