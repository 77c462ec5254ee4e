import { logEvent, serializeError } from '../logging.ts';
import { measured } from '../metrics.ts';
import { metricContext, systemClock } from '../time.ts';
import type { UnreadableItem } from './stored-form.ts';

/** Logs an item that is left out because it is unreadable, which sets off an alarm. It stays as it is until it is repaired. */
export const logUnreadable = (error: UnreadableItem): void =>
  logEvent('error', 'stored_item_unreadable', {
    error: serializeError(error),
    ...measured('unreadable_items', 1, {}, metricContext(systemClock())),
  });
