import { tidyName } from '../../core/text.ts';
import { notComparableScenario, type ScreeningScenario, screeningScenario } from './scenarios.ts';
import { type ListMatch, notComparedIn, type Screener } from './screener.ts';

/**
 * Finds one invented entry for the last name that the catalogue of scenarios has for it, and nothing for others. It compares
 * the scripts that `lists` compares, and has a name for one that cannot be compared.
 */
export const simulatedScreener: Screener = {
  version: async () => list_version,
  screen: async ({ names }) => {
    const found = names.find((name) => asksFor(screeningScenario, name));
    const others = names.filter((name) => !asksFor(notComparableScenario, name));
    return {
      list_version,
      matches: found === undefined ? [] : [entryLike(found)],
      not_compared: others.length > 0 ? notComparedIn(others) : [no_script],
    };
  },
};

const list_version = 'simulator';

/** ISO 15924: of no script that has a code. */
const no_script = 'Zzzz';

const asksFor = ({ when }: ScreeningScenario, name: string): boolean =>
  tidyName(name).toLowerCase().endsWith(when.value.toLowerCase());

const entryLike = (name: string): ListMatch => ({
  list: 'simulator',
  entry_id: 'sim-1',
  name,
  score: 0.99,
  categories: ['sanction'] as const,
  url: 'https://lists.example/sim-1',
});
