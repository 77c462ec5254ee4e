import * as z from 'zod/mini';
import { type Authorization, declineReasons } from '../../domain/cards/authorization.ts';
import { CardId, ShippingStatusSchema, ShownCard, TrackingNumber } from '../cards/card.ts';
import { Amount, MerchantCategory } from '../cards/spending-controls.ts';
import { CountryCode } from '../customers/address.ts';
import { CurrencyCode } from '../fields.ts';
import { builders } from '../roles.ts';
import { route } from '../route.ts';

/** What moves the parcel of a card. */
export const ShippingSimulation = z
  .strictObject({
    status: ShippingStatusSchema,
    tracking_number: z
      .optional(TrackingNumber)
      .check(z.meta({ description: 'Shown once the card is shipped; ignored with any other status.' })),
  })
  .check(z.meta({ id: 'ShippingSimulation' }));

/** What somebody wants to take from a card. */
export const AuthorizationSimulation = z
  .strictObject({ amount: Amount, currency: CurrencyCode, category: MerchantCategory, country: CountryCode })
  .check(z.meta({ id: 'AuthorizationSimulation' }));

/** What an authorization came to. */
export const AuthorizationOutcome = z
  .object({
    approved: z.boolean(),
    decline_reason: z
      .nullable(z.enum(declineReasons as readonly [string, ...string[]]))
      .check(z.meta({ description: 'The first reason in the order of the checks; null where it is approved.' })),
  })
  .check(z.meta({ id: 'AuthorizationOutcome' }));
type AuthorizationOutcome = z.infer<typeof AuthorizationOutcome>;

/** What of an authorization is shown; what was spent stays with the card. */
export const showAuthorization = ({ approved, decline_reason }: Authorization): AuthorizationOutcome => ({
  approved,
  decline_reason,
});

const simulating = {
  method: 'POST',
  params: z.object({ card_id: CardId }),
  reachable: ['api', 'dashboard'],
  roles: builders,
  replay: 'stored',
  retry: 'reads_record_first',
  sandboxOnly: true,
} as const;

export const simulateShipping = route({
  ...simulating,
  id: 'simulations.shipping',
  path: '/simulations/cards/{card_id}/shipping',
  summary: 'Move the parcel of a physical card',
  description:
    'pending → submitted → shipped → delivered; what can go wrong is `returned` and `failed`, by itself for the addresses ' +
    'that the scenarios name. A refusal says which statuses can follow. Sandbox only.',
  body: ShippingSimulation,
  returns: { status: 200, body: ShownCard },
  errors: ['card_not_found', 'action_not_allowed'],
  needs: { resources: ['batch', 'put'], outbox: ['put'], idempotency: ['batch', 'get', 'put'] },
});

export const simulateAuthorization = route({
  ...simulating,
  id: 'simulations.authorization',
  path: '/simulations/cards/{card_id}/authorize',
  summary: 'Ask for an amount as a merchant would',
  description:
    'Enforces what the customer and its features allow at this moment, the status of the card and its spending controls, ' +
    'over calendar intervals in UTC. A limit includes its own amount, and none counts beyond the caps of the features; a ' +
    'card and its replacements share what was spent. No money moves. Sandbox only.',
  body: AuthorizationSimulation,
  returns: { status: 200, body: AuthorizationOutcome },
  errors: ['card_not_found'],
  needs: { resources: ['batch', 'put', 'check'], idempotency: ['batch', 'get', 'put'] },
});
