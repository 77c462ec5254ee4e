import { logEvent, serializeError } from '../logging.ts';
import { measured } from '../metrics.ts';
import { metricContext, systemClock } from '../time.ts';
import { UnreadableItem } from './stored-form.ts';

/** Logs an item that cannot be read, which sets off an alarm. It stays as it is until it is repaired. */
export const logUnreadable = (error: UnreadableItem): void =>
  logEvent('error', 'stored_item_unreadable', {
    ...error.item,
    problem: error.problem,
    error: serializeError(error),
    ...measured('unreadable_items', 1, {}, metricContext(systemClock())),
  });

/** Logs the unreadable item that failed a request or a message; nothing for any other error. */
export const logIfUnreadable = (error: unknown): void => {
  if (error instanceof UnreadableItem) logUnreadable(error);
};
