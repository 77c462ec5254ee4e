import * as z from 'zod/mini';
import { CurrencyCode, Email, Name } from '../fields.ts';
import { idOf } from '../resource.ts';
import { text } from '../text.ts';

import { GraceSeconds } from './grace.ts';

import { plans } from './usage-plans.ts';

const tenant = { tenant_id: idOf('tenant', 'business') };
/** Who gives the command, as IAM or this machine calls him: the actor of all that it does. */
const by = { operator: z.optional(text(2_048)) };
const reason = { reason: z.optional(text(200)) };

/** What `npm run business` may ask of the admin function. */
export const Command = z.discriminatedUnion('command', [
  z.strictObject({
    ...by,
    command: z.literal('register'),
    name: Name,
    email: Email,
    tenant_id: z.optional(tenant.tenant_id),
    currency: z._default(CurrencyCode, 'USD'),
  }),
  z.strictObject({
    ...by,
    command: z.literal('rotate'),
    ...tenant,
    grace_seconds: GraceSeconds,
  }),
  z.strictObject({ ...by, command: z.literal('revoke'), ...tenant, key_id: idOf('api_key') }),
  z.strictObject({ ...by, command: z.literal('invite'), ...tenant }),
  z.strictObject({ ...by, command: z.literal('suspend'), ...tenant, ...reason }),
  z.strictObject({ ...by, command: z.literal('reactivate'), ...tenant, ...reason }),
  z.strictObject({ ...by, command: z.literal('limit'), ...tenant, plan: z.enum(plans) }),
]);
export type Command = z.output<typeof Command>;
