/** The status of a screening: nothing to decide, entries to decide, or an entry that an operator confirmed. */
export const screeningStatuses = ['clear', 'open', 'confirmed'] as const;
export type ScreeningStatus = (typeof screeningStatuses)[number];

/** What an operator does with an entry. */
export const screeningActionNames = ['clear', 'confirm'] as const;
export type ScreeningAction = (typeof screeningActionNames)[number];

/** The events of a screening. */
export type ScreeningEventType = 'screening.match_found' | 'screening.cleared' | 'screening.confirmed';

/** What else happens to it: lists are searched and have a new entry, or none that is open any more. */
type Trigger = 'find' | 'lose';

/**
 * The state machine of a screening: the event of each step. A step that is not in the table has none. What the status is
 * then follows from the entries (`statusOf`).
 */
export const screeningTransitions: Record<
  ScreeningStatus,
  Partial<Record<ScreeningAction | Trigger, ScreeningEventType>>
> = {
  clear: { find: 'screening.match_found' },
  open: {
    find: 'screening.match_found',
    lose: 'screening.cleared',
    clear: 'screening.cleared',
    confirm: 'screening.confirmed',
  },
  // A confirmation that was a mistake is cleared.
  confirmed: { find: 'screening.match_found', clear: 'screening.cleared', confirm: 'screening.confirmed' },
};
