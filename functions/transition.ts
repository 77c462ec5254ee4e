/**
 * One change of one thing: as it was, as it is, and the type of the event that tells of it. `before` is absent where it was
 * created, `event` where nobody is told.
 */
export type Transition<T, Event extends string = string> = {
  readonly before?: T;
  readonly after: T;
  readonly event?: Event;
};

/** A new thing, and the event that tells of it. */
export type Created<T, Event extends string> = { readonly after: T; readonly event: Event };

/** A change of what was there, and the event that tells of it. */
export type Updated<T, Event extends string> = { readonly before: T; readonly after: T; readonly event: Event };
