import type { Entry } from '../../functions/identity/screeners/lists/entry.ts';
import { searchIn } from '../../functions/identity/screeners/lists/search.ts';
import { listed_score_min } from '../../functions/identity/screeners/screener.ts';

/** Whether a person with this name is found where a list has the other one. */
export const isFoundOn = (listed: string, name: string): boolean => {
  const entry: Entry = {
    list: 'ofac',
    id: '1',
    type: 'person',
    names: [listed],
    births: [],
    countries: [],
  };
  const nothingElse = { nationality: null, country: null, birth_date: null };
  const subject = { id: 's', type: 'person', names: [name], ...nothingElse } as const;
  return searchIn([entry])(subject, listed_score_min).length > 0;
};
