import assert from 'node:assert/strict';
import { findNotified } from '../../functions/deliveries/table.ts';
import type { DeliveryMessage } from '../../functions/messages.ts';
import type { Work } from '../../functions/unit-of-work.ts';

/** Claims the one delivery of a batch, as deliver-webhook does. */
export const claiming = async (notification: DeliveryMessage, token: string, work: Work) => {
  // It reads its settings when it is loaded.
  const { claim } = await import('../../functions/deliveries/claim-delivery.ts');
  const [late = assert.fail()] = await findNotified(work.db, [notification], 'late');
  return claim(notification, late, token, work);
};
