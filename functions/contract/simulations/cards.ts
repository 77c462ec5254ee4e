import * as z from 'zod/mini';
import { CardId, ShippingStatusSchema, ShownCard, TrackingNumber } from '../cards/card.ts';
import { builders } from '../roles.ts';
import { route } from '../route.ts';

/** What moves the parcel of a card. */
export const ShippingSimulation = z
  .strictObject({
    status: ShippingStatusSchema,
    tracking_number: z.optional(TrackingNumber).check(
      z.meta({
        description:
          'Shown once the card is shipped, one is made up where none is sent; ignored with any other status.',
      }),
    ),
  })
  .check(z.meta({ id: 'ShippingSimulation', description: 'What moves the parcel of a card.' }));

/** What the simulations of cards and their authorizations share. */
export const simulating = {
  method: 'POST',
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
  params: z.object({ card_id: CardId }),
  body: ShippingSimulation,
  returns: { status: 200, body: ShownCard },
  errors: ['card_not_found', 'action_not_allowed'],
  needs: { resources: ['batch', 'put'], outbox: ['put'], idempotency: ['batch', 'get', 'put'] },
});
