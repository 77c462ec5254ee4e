import type { EventTypeOf } from '../../core/event-types.ts';
/** The status of a screening: nothing to decide, findings to decide, or a finding that an operator confirmed. */
export const screeningStatuses = ['clear', 'open', 'confirmed'] as const;
export type ScreeningStatus = (typeof screeningStatuses)[number];

/** The actions of an operator on a finding. */
export const screeningActionNames = ['clear', 'confirm'] as const;
export type ScreeningAction = (typeof screeningActionNames)[number];

/** The events of a screening. */
export type ScreeningEventType = EventTypeOf<'screening'>;

/**
 * The statuses of a finding (an entry, or that the name cannot be compared), by the operator's
 * decision.
 */
export const findingStatuses = ['open', 'cleared', 'confirmed'] as const;

/**
 * The triggers by a search: it finds a new entry, or a name that cannot be compared, or leaves
 * nothing open.
 */
type Trigger = 'find' | 'miss' | 'lose';

/**
 * The state machine of a screening: the event of each step. A step that is not in the table has
 * none. The findings then decide the status (`withStatus`).
 */
export const screeningTransitions: Record<
  ScreeningStatus,
  Partial<Record<ScreeningAction | Trigger, ScreeningEventType>>
> = {
  clear: { find: 'screening.match_found', miss: 'screening.not_comparable' },
  open: {
    find: 'screening.match_found',
    miss: 'screening.not_comparable',
    lose: 'screening.cleared',
    clear: 'screening.cleared',
    confirm: 'screening.confirmed',
  },
  // A confirmation that was a mistake is cleared.
  confirmed: {
    find: 'screening.match_found',
    miss: 'screening.not_comparable',
    clear: 'screening.cleared',
    confirm: 'screening.confirmed',
  },
};
