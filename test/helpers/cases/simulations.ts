import { aCase, type Case } from './case.ts';

/** Bringing about what the outside would. */
export const simulationCases = {
  'simulations.scenarios': [aCase('all', 200, [])],
} satisfies Record<string, readonly Case[]>;
