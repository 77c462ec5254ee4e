import type { ReadonlyDeep } from '../../core/json.ts';
import { changed, type Registration } from '../../core/outbox/unit-of-work.ts';
import type { Transition } from '../../core/transition.ts';
import { decisionOf, openCount, type Screening, screeningActions } from './model.ts';
import { ScreeningResource } from './schema.ts';
import type { ScreeningEventType } from './states.ts';
import { saveScreening } from './table.ts';

/** The one projection of a screening; what the schema does not name is removed when it is checked. */
export const toScreeningResource = (screening: Screening): ScreeningResource => {
  const resource: ReadonlyDeep<ScreeningResource> = {
    ...screening,
    object: 'screening',
    allowed_actions: screeningActions(screening),
    open_count: openCount(screening),
    matches: screening.matches.map((match) => {
      const decision = decisionOf(screening, match);
      const { outcome = 'open', at = null, operator_id = null, reason = null } = decision ?? {};
      return { ...match, status: outcome, decided_at: at, decided_by: operator_id, reason };
    }),
    // The searched names, which the schema does not name, are removed when it is checked.
    not_comparable: screening.not_comparable,
  };
  return resource as ScreeningResource;
};

const registration: Registration<Screening, typeof ScreeningResource> = {
  object: 'screening',
  schema: ScreeningResource,
  toResource: toScreeningResource,
  save: saveScreening,
  customerOf: ({ customer_id }) => customer_id,
};

/** The change of a screening. */
export const screening = (transition: Transition<Screening, ScreeningEventType>) =>
  changed(registration, transition);
