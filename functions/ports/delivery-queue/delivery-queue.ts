import type { DeliveryWakeUp, WebhookWakeUp } from '../../domain/event.ts';

/** Wakes deliver-webhook. A message is a hint: what it wakes for is due in the table whether it arrives or not. */
export type DeliveryQueue = {
  /** Wakes attempts, each after its delay in whole seconds (0 to 900). Throws when the queue does not take one. */
  wake(
    wakeUps: readonly { readonly of: DeliveryWakeUp | WebhookWakeUp; readonly delay_seconds: number }[],
  ): Promise<void>;
};
