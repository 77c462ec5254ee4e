/** Events of the log that alarms count (lib/event-alarms.ts). */
export const alarmingEvents = {
  issuerOutOfSync: 'issuer_out_of_sync',
  eventDeadLettered: 'event_dead_lettered',
  unknownScheduledItem: 'unknown_scheduled_item',
  sweepBudgetExceeded: 'sweep_budget_exceeded',
  listsCurrent: 'lists_current',
  countersDiffered: 'counters_differed',
} as const;
