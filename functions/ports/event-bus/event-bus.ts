import type { EventNotice } from '../../domain/events/event.ts';

/** Tells the consumers of events that something happened; they read what in the log. */
export type EventBus = {
  /** Publishes notices and answers the positions of those that the bus did not take. */
  publish(notices: readonly EventNotice[]): Promise<number[]>;
};
