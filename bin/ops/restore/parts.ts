/**
 * A part of an environment that writes into its tables by itself or for callers. It is the setting
 * that bounds the calls of a stage, a rule with a schedule, or an event source mapping.
 */
export type Part =
  | {
      readonly kind: 'throttle';
      /** The id of the REST API. */
      readonly id: string;
      /** API Gateway's key of the methods that it bounds; `*` and `*` are the whole stage. */
      readonly setting: string;
      /** Requests a second, and how many at once above that, as `on` sets them back. */
      readonly rate: number;
      readonly burst: number;
    }
  | { readonly kind: 'schedule' | 'mapping'; readonly id: string };

/** The parts that `switch off` has found on and switched off. */
export type Switched = {
  readonly parts: readonly Part[];
  /** The account of AWS that they are in; undefined where the environment has no function. */
  readonly account?: string | undefined;
  /** When everything was off; absent while `off` or `on` has not ended. */
  readonly off_since?: string;
};

/** First what callers do, then what follows from it. `on` goes back the same way. */
const order = ['throttle', 'schedule', 'mapping'] as const;

/** The parts in the order in which they are switched off. */
export const inOrder = (parts: readonly Part[]): Part[] =>
  order.flatMap((kind) => parts.filter((part) => part.kind === kind));

/** The record of an earlier `off` with what is on now: what it says of a part stays, since it was there first. */
export const recorded = (earlier: readonly Part[], on: readonly Part[]): Part[] => {
  const known = new Set(earlier.map(placeOf));
  return inOrder([...earlier, ...on.filter((part) => !known.has(placeOf(part)))]);
};

/** Identifies a part, for people too. */
export const placeOf = (part: Part): string =>
  `${part.kind} ${part.id} ${part.kind === 'throttle' ? part.setting : ''}`.trimEnd();
