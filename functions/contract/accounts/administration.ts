import * as z from 'zod/mini';
import { CurrencyCode, Email, Name } from '../fields.ts';
import { idOf } from '../resource.ts';
import { text } from '../text.ts';
import { GraceSeconds } from './grace.ts';

const tenant = { tenant_id: idOf('tenant', 'business') };
const reason = { reason: z.optional(text(200)) };

/** What `npm run business` may ask of the admin function. */
export const Command = z.discriminatedUnion('command', [
  z.strictObject({
    command: z.literal('register'),
    name: Name,
    email: Email,
    tenant_id: z.optional(tenant.tenant_id),
    currency: z._default(CurrencyCode, 'USD'),
  }),
  z.strictObject({
    command: z.literal('rotate'),
    ...tenant,
    grace_seconds: GraceSeconds,
  }),
  z.strictObject({ command: z.literal('revoke'), ...tenant, key_id: idOf('api_key') }),
  z.strictObject({ command: z.literal('invite'), ...tenant }),
  z.strictObject({ command: z.literal('suspend'), ...tenant, ...reason }),
  z.strictObject({ command: z.literal('reactivate'), ...tenant, ...reason }),
]);
export type Command = z.output<typeof Command>;
