import type { DeliveryWakeUp, RecoveryWakeUp, WebhookWakeUp } from '../../domain/events/event.ts';

/** What to wake, and after how many whole seconds (0 to 900). */
export type WakeUp = { readonly of: DeliveryWakeUp | WebhookWakeUp | RecoveryWakeUp; readonly delay_seconds: number };

/** Wakes deliver-webhook. A message is a hint: what it wakes for is due in the table whether it arrives or not. */
export type DeliveryQueue = {
  /** Sends wake-ups; throws when the queue does not take one. */
  wake(wakeUps: readonly WakeUp[]): Promise<void>;
};
