import * as z from 'zod/mini';
import { roles } from '../../core/access.ts';
import { clearable, listOf, Timestamp } from '../../core/fields.ts';
import { pageQuery } from '../../core/list-query.ts';
import { objectNamed } from '../../core/resource.ts';
import { builders, routeLike, simulation } from '../../core/resource-routes.ts';
import { route } from '../../core/route.ts';
import { VerificationErrorCodeSchema } from '../../identity/verifications/schema.ts';
import {
  CardTokenId,
  CardTokenResource,
  DeviceTypeSchema,
  WalletSchema,
} from '../../issuing/card-tokens/schema.ts';
import {
  CardId,
  CardResource,
  ShippingStatusSchema,
  TrackingNumber,
} from '../../issuing/cards/schema.ts';
import type { Scenario as KnownScenario } from './catalogue.ts';

/** The next status of a card's parcel. */
export const ShippingSimulation = z
  .strictObject({
    status: ShippingStatusSchema,
    tracking_number: z.optional(z.nullable(TrackingNumber)).check(
      z.meta({
        description:
          'Used with the status `shipped`, and generated if you send none; ignored with any other status.',
      }),
    ),
  })
  .check(z.meta({ id: 'ShippingSimulation', description: 'The simulated update of a parcel.' }));

export const simulateShipping = routeLike(simulation, {
  id: 'simulations.shipping',
  path: '/simulations/cards/{card_id}/shipping',
  summary: 'Move the parcel of a physical card',
  description:
    'pending → submitted → shipped → delivered. A parcel can also be `returned` or `failed`, which happens automatically for the addresses in the scenarios. An error lists the statuses that can follow. Sandbox only.',
  params: z.object({ card_id: CardId }),
  body: ShippingSimulation,
  returns: { status: 200, body: CardResource },
  errors: ['card_not_found', 'action_not_allowed'],
  permissions: { resources: ['batch', 'put'], outbox: ['put'] },
});

/** A wallet that a card is added to. */
export const ProvisioningSimulation = z
  .strictObject({
    wallet: WalletSchema,
    ...clearable({
      device_type: DeviceTypeSchema,
      status: z.enum(['requested', 'active']).check(
        z.meta({
          id: 'ProvisioningStatus',
          description: '`requested` if the cardholder still has to prove it; `active` by default.',
        }),
      ),
    }),
  })
  .check(
    z.meta({
      id: 'ProvisioningSimulation',
      description: 'The wallet that a cardholder adds the card to.',
      examples: [{ wallet: 'apple_pay', device_type: 'phone' }],
    }),
  );

export const simulateProvisioning = routeLike(simulation, {
  id: 'simulations.provision-token',
  path: '/simulations/cards/{card_id}/provision-token',
  summary: 'Add a card to a digital wallet as its cardholder would',
  description: 'Makes a token of an active card. Sandbox only.',
  params: z.object({ card_id: CardId }),
  body: ProvisioningSimulation,
  returns: { status: 200, body: CardTokenResource },
  errors: ['card_not_found', 'action_not_allowed'],
  permissions: { resources: ['batch', 'put', 'check'], outbox: ['put'] },
});

/** The change of a token by a wallet or the issuer. */
export const CardTokenSimulation = z
  .strictObject({
    status: z
      .enum(['active', 'suspended', 'deleted'])
      .check(z.meta({ id: 'CardTokenSimulationStatus', description: 'Its new status.' })),
  })
  .check(
    z.meta({
      id: 'CardTokenSimulation',
      description: 'A change of a token by the wallet or the issuer.',
    }),
  );

export const simulateCardToken = routeLike(simulation, {
  id: 'simulations.card-token',
  path: '/simulations/card-tokens/{card_token_id}',
  summary: 'Change a token as the wallet or the issuer would',
  description:
    'A cardholder proves that the card is theirs, loses the device, or removes the card. We correct at the issuer a change that contradicts your request. Sandbox only.',
  params: z.object({ card_token_id: CardTokenId }),
  body: CardTokenSimulation,
  returns: { status: 200, body: CardTokenResource },
  errors: ['card_token_not_found'],
  permissions: { resources: ['batch', 'put'], outbox: ['put'] },
});

const count = (description: string) =>
  z.int().check(z.minimum(0), z.maximum(20), z.meta({ description }));

const ClockSimulation = z
  .strictObject({
    advance_to: z.iso
      .datetime({ offset: true })
      .check(z.meta({ description: 'A time in the future, RFC 3339, at most 1 830 days ahead.' })),
  })
  .check(
    z.meta({
      id: 'ClockSimulation',
      description: 'A time that comes at once.',
      examples: [{ advance_to: '2026-12-01T00:00:00Z' }],
    }),
  );

const AdvancedClock = z
  .object({
    object: objectNamed('clock'),
    advanced_to: Timestamp.check(
      z.meta({ description: 'Work that was scheduled before is due now.' }),
    ),
    deliveries: count('Deliveries whose next automatic attempt is due now.'),
    endpoints: count('Webhooks whose endpoint is probed now, since its deliveries are paused.'),
    documents: count(
      'Documents whose next step is due now: the notice of expiry, expiry, or what follows it.',
    ),
    cards: count(
      'Cards whose next step is due now: the order of the next card, or the end of their last day or month.',
    ),
    secrets: count('Webhooks whose earlier secrets do not sign any more.'),
    keys: z.int().check(
      z.minimum(0),
      z.meta({
        description: 'Keys whose grace or time ends now; one still opens for up to a minute.',
      }),
    ),
    onboarding_links: count('Onboarding links that end now, of the newest thousand.'),
    has_more: z.boolean().check(
      z.meta({
        description: 'Whether more of a kind is scheduled until then: call again with a new key.',
      }),
    ),
  })
  .check(z.meta({ id: 'AdvancedClock', description: 'The work that is due now.' }));

export const simulateClock = route({
  id: 'simulations.clock',
  method: 'POST',
  roles: builders,
  idempotency: 'cached',
  sandboxOnly: true,
  path: '/simulations/clock',
  summary: 'Let time pass',
  description:
    'Runs everything scheduled before a time in the future. That is the next attempt of failed deliveries, probe of failing endpoints and step of expiring documents, and the renewal of cards. It is also the end of cards, awaited uploads, earlier secrets of webhooks, ending keys and onboarding links. Each thing takes its next step only, within a minute: call again for the one after it. Timestamps stay real, so `expires_on` of a document becomes earlier instead. Sandbox only.',
  body: ClockSimulation,
  returns: { status: 200, body: AdvancedClock },
  permissions: {
    resources: ['batch', 'get', 'put', 'query', 'update'],
    deliveries: ['batch', 'put'],
    access: ['update'],
    'resources/due': ['query'],
    'deliveries/due': ['query'],
    outbox: ['put'],
    settings: ['deliveryRole'],
  },
});

const ScenarioCondition = z
  .object({
    field: z.string().check(z.meta({ description: 'The field.' })),
    value: z.string().check(z.meta({ description: 'The value, case-insensitive.' })),
  })
  .check(
    z.meta({
      id: 'ScenarioCondition',
      description:
        'A field and its value: of the customer or its representative, of the address of a parcel, or of the order of a card.',
    }),
  );

const ScenarioOutcome = z
  .object({
    status: z
      .enum([
        'verified',
        'rejected',
        'requires_input',
        'processing',
        'returned',
        'failed',
        'refused',
        'open',
      ])
      .check(z.meta({ id: 'ScenarioStatus', description: 'The outcome of a scenario.' })),
    code: z.nullable(VerificationErrorCodeSchema),
  })
  .check(z.meta({ id: 'ScenarioOutcome', description: 'The outcome.' }));

const Scenario = z
  .object({
    id: z
      .string()
      .check(z.meta({ description: 'Its name.', examples: ['verification_name_mismatch'] })),
    object: objectNamed('scenario'),
    applies_to: z
      .enum(['verification', 'screening', 'shipping', 'card'])
      .check(z.meta({ id: 'ScenarioSubject', description: 'The kind of decision of a scenario.' })),
    when: ScenarioCondition,
    outcome: ScenarioOutcome,
    description: z.string().check(z.meta({ description: 'The outcome, for people.' })),
  })
  .check(
    z.meta({ id: 'Scenario', description: 'An input with a defined outcome in the sandbox.' }),
  );

/** The one projection from a scenario to its resource. */
export const toScenario = (scenario: KnownScenario) => ({
  ...scenario,
  object: 'scenario' as const,
});

export const listScenarios = route({
  id: 'simulations.scenarios',
  sandboxOnly: true,
  method: 'GET',
  path: '/simulations/scenarios',
  summary: 'List the scenarios of the sandbox',
  description:
    'Each scenario names an input and its outcome. All other input succeeds, and so does better input after a request for it.',
  query: z.strictObject(pageQuery),
  returns: { status: 200, body: listOf(Scenario, 'ScenarioList') },
  permissions: {},
});

/** No route of its own: where nothing is simulated, every route that only the sandbox has leads to this one function. */
export const refuseSimulation = route({
  id: 'simulations.refuse',
  method: 'POST',
  path: '/simulations',
  summary: 'Reject what only the sandbox has',
  returns: { status: 204 },
  permissions: {},
  reachable: [],
  roles,
  scope: 'none',
  idempotency: 'none',
  sandboxOnly: true,
});
