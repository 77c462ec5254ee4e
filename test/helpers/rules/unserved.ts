import type { Caller } from '../call.ts';
import type { AnyRoute, Valid } from '../examples.ts';
import { callerInProcess, wellFormed } from '../in-process.ts';
import type { Holds } from './every-route.ts';

/** A route without a service behind it: what it rejects before anything is read. */
export type Unserved = {
  readonly call: Caller;
  /** The same for another caller, as the authorizer says who calls. */
  readonly as: (who: Readonly<Record<string, string>>) => Caller;
  /** A request that passes every check. */
  readonly valid: Valid;
};

/** A promise about what is rejected before anything is read: says what it demands of one route. */
export type UnservedRule = (unserved: Unserved, route: AnyRoute, holds: Holds) => void;

/** A route to ask in this process. */
export const unserved = (route: AnyRoute): Unserved => ({
  call: callerInProcess(route),
  as: (who) => callerInProcess(route, who),
  valid: wellFormed(route),
});
