import { type EventRecords, onlyBy } from '../../core/event-record.ts';
import type { EventTypeOf } from '../../core/event-types.ts';
import type { AccountStatus } from './model.ts';

const service =
  'The operator of the service suspends and reactivates a business: npm run ops -- business.';

const account = (status: AccountStatus, status_reason: string | null, version: number) => ({
  version,
  status,
  status_reason,
  allowed_actions: [],
});

/** The events of an account. */
export const accountEvents: EventRecords<EventTypeOf<'account'>> = {
  'account.suspended': {
    sample: { sequence: 2, data: account('suspended', 'Invoices are not paid.', 2) },
    trigger: onlyBy(service),
  },
  'account.reactivated': {
    sample: { sequence: 3, data: account('active', null, 3) },
    trigger: onlyBy(service),
  },
};
