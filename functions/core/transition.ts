import type { EventType } from './event-types.ts';

/** One change with the type of its event. `before` is absent where it was created, `event` where there is none. */
export type Transition<T, Event extends EventType = EventType> = {
  readonly before?: T;
  readonly after: T;
  readonly event?: Event;
};

/** A creation with its event. */
export type Created<T, Event extends EventType> = { readonly after: T; readonly event: Event };

/** A change of what was there with its event. */
export type Updated<T, Event extends EventType> = {
  readonly before: T;
  readonly after: T;
  readonly event: Event;
};
