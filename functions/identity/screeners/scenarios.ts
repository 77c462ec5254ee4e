import type { ScenarioOf } from '../../core/scenario.ts';

/** An input with an outcome of a search on lists: the last name, or the last words of a business’s. */
export type ScreeningScenario = ScenarioOf<
  'screening',
  'last_name',
  { readonly status: 'open'; readonly code: null }
>;

/** The name that an invented list of sanctions has. The screener and the list of scenarios both read it. */
export const screeningScenario: ScreeningScenario = {
  id: 'screening_match',
  applies_to: 'screening',
  when: { field: 'last_name', value: 'Listed' },
  outcome: { status: 'open', code: null },
  description:
    'The customer is found on a list of sanctions: an operator clears or confirms the match.',
};

/** The name that the sandbox cannot compare with any list, as a name in a script that is not compared. */
export const notComparableScenario: ScreeningScenario = {
  id: 'screening_not_comparable',
  applies_to: 'screening',
  when: { field: 'last_name', value: 'Not Comparable' },
  outcome: { status: 'open', code: null },
  description:
    'The name cannot be compared with lists: an operator decides, unless a latin_name is given.',
};
