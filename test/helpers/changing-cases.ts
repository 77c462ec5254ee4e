import { allCases, callsOf } from './route-cases.ts';

/** A case that changes something, with its route. */
export type Changing = (typeof allCases)[number];

/** What keeps nothing for a repeat is done again by one, and so has no one effect. */
export const everyChange: readonly Changing[] = allCases.filter(
  ({ route, it }) => route.method !== 'GET' && route.idempotency !== 'none' && it.status < 300,
);

/** `cards` of `cards.freeze`. */
export const resourceTypeOf = ({ route }: Changing): string => route.id.split('.')[0] ?? '';

/**
 * One case of each distinct sequence of calls to AWS: what is proven of a sequence is proven of every function that asks
 * the same in the same order, since all of them run through the same code. A key is kept for a POST alone, so its method
 * belongs to the sequence. Of each, the case whose resource was chosen least often so far stands for the others, and
 * sequences without a choice come first, so that each resource is chosen.
 */
export const oneOfEachSequence = (changes: readonly Changing[]): Changing[] => {
  const sequences = Map.groupBy(changes, ({ route, it }) => [route.method, ...it.asks].join());
  const turns = new Map<string, number>();
  const turnsOf = (changing: Changing) => turns.get(resourceTypeOf(changing)) ?? 0;
  const resourcesOf = (same: readonly Changing[]) => new Set(same.map(resourceTypeOf)).size;
  return [...sequences.values()]
    .toSorted((one, other) => resourcesOf(one) - resourcesOf(other))
    .map((same) => {
      const chosen = same.reduce((best, each) => (turnsOf(each) < turnsOf(best) ? each : best));
      turns.set(resourceTypeOf(chosen), turnsOf(chosen) + 1);
      return chosen;
    });
};

/** Every single call to AWS of a case, in order. */
export const operationsOf = ({ it }: Changing): string[] => callsOf(it);

/** How many of them there are, or of one operation. */
export const countOf = (changing: Changing, operation?: string): number =>
  operationsOf(changing).filter((each) => each === (operation ?? each)).length;
