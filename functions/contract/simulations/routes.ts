import * as z from 'zod/mini';
import { roles } from '../../domain/role.ts';
import type { Scenario as KnownScenario } from '../../domain/scenarios/catalogue.ts';
import { listOf } from '../fields.ts';
import { pageQuery } from '../list-query.ts';
import { objectNamed } from '../resource.ts';
import { route } from '../route.ts';
import { VerificationErrorCodeSchema } from '../verifications/verification.ts';

/** What every simulation shares: where nothing is simulated it is refused. */
const simulating = { reachable: ['api', 'dashboard'], sandboxOnly: true } as const;

const ScenarioCondition = z
  .object({
    field: z.string().check(z.meta({ description: 'The field that is looked at.' })),
    value: z.string().check(z.meta({ description: 'What it has to say, in any case.' })),
  })
  .check(
    z.meta({
      id: 'ScenarioCondition',
      description:
        'A field of the customer, or of who acts for it, and its value; of a parcel, of where it goes; of a card, of the order.',
    }),
  );

const ScenarioOutcome = z
  .object({
    status: z
      .enum(['verified', 'rejected', 'requires_input', 'processing', 'returned', 'failed', 'refused'])
      .check(z.meta({ id: 'ScenarioStatus', description: 'What a scenario leads to.' })),
    code: z.nullable(VerificationErrorCodeSchema),
  })
  .check(z.meta({ id: 'ScenarioOutcome', description: 'What comes of it.' }));

const Scenario = z
  .object({
    id: z.string().check(z.meta({ description: 'Its name.', examples: ['verification_name_mismatch'] })),
    object: objectNamed('scenario'),
    applies_to: z
      .enum(['verification', 'shipping', 'card'])
      .check(z.meta({ id: 'ScenarioSubject', description: 'What a scenario decides.' })),
    when: ScenarioCondition,
    outcome: ScenarioOutcome,
    description: z.string().check(z.meta({ description: 'What happens, for people.' })),
  })
  .check(z.meta({ id: 'Scenario', description: 'What asks the sandbox for an outcome.' }));

/** The one projection from a scenario to what the world sees. */
export const showScenario = (scenario: KnownScenario) => ({ ...scenario, object: 'scenario' as const });

export const listScenarios = route({
  ...simulating,
  id: 'simulations.scenarios',
  method: 'GET',
  path: '/simulations/scenarios',
  summary: 'List what asks the sandbox for which outcome',
  description: 'What is not in the list succeeds, and so does better input that was asked for.',
  query: z.strictObject(pageQuery),
  returns: { status: 200, body: listOf(Scenario, 'ScenarioList') },
  errors: [],
  needs: { cursorKey: ['mac'] },
});

/** No route of its own: where nothing is simulated, every route that only the sandbox has leads to this one function. */
export const refuseSimulation = route({
  id: 'simulations.refuse',
  method: 'POST',
  path: '/simulations',
  summary: 'Refuses what only the sandbox has',
  returns: { status: 204 },
  errors: [],
  needs: {},
  reachable: [],
  roles,
  scope: 'none',
  sandboxOnly: true,
});
