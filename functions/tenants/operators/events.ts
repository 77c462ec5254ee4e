import { type EventRecords, inDashboard } from '../../core/event-record.ts';
import type { OperatorEventType } from './model.ts';

/** The events of a person in the dashboard. */
export const operatorEvents: EventRecords<OperatorEventType> = {
  'operator.invited': {
    sample: { sequence: 1, data: { version: 1, role: 'viewer' } },
    trigger: inDashboard,
  },
  'operator.updated': {
    sample: {
      sequence: 2,
      data: { version: 2, role: 'developer' },
      previous: { role: 'viewer' },
    },
    trigger: inDashboard,
  },
  'operator.removed': {
    sample: { sequence: 3, data: { version: 3, role: 'developer' } },
    trigger: inDashboard,
  },
};
