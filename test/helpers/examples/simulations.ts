/** Valid requests of the routes that only the sandbox has. */
export const simulationExamples = {
  'simulations.scenarios': async () => ({ query: { limit: 5 } }),
};
