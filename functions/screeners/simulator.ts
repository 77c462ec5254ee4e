import { screeningScenario } from '../simulations/catalogue.ts';
import type { ListMatch, Screener } from './screener.ts';

/** Finds one invented entry for the last name that the catalogue of scenarios has for it, and nothing for others. */
export const simulatedScreener: Screener = {
  version: async () => list_version,
  screen: async ({ names }) => {
    const found = names.find((name) => name.toLowerCase().endsWith(screeningScenario.when.value.toLowerCase()));
    return { list_version, matches: found === undefined ? [] : [entryLike(found)] };
  },
};

const list_version = 'simulator';

const entryLike = (name: string): ListMatch => ({
  ...{ list: 'simulator', entry_id: 'sim-1', name, score: 0.99, categories: ['sanction'] as const },
  url: 'https://lists.example/sim-1',
});
