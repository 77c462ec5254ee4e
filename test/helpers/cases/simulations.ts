import type { Case } from '../route-cases.ts';

/** Bringing about what the outside would. */
export const simulationCases = {
  'simulations.scenarios': [{ name: 'all', arrange: () => ({}), status: 200, asks: [] }],
} satisfies Record<string, readonly Case[]>;
