import { allCases, callsOf } from './route-cases.ts';

/** A case that changes something, with its route. */
export type Changing = (typeof allCases)[number];

/** A change that keeps nothing for a repeat is done again by one, and so has no one effect. */
export const everyChange: readonly Changing[] = allCases.filter(
  ({ route, it }) => route.method !== 'GET' && route.idempotency !== 'none' && it.status < 300,
);

/** Every single call to AWS of a case, in order. */
export const operationsOf = ({ it }: Changing): string[] => callsOf(it);

/** How many of them there are. */
export const countOf = (changing: Changing): number => operationsOf(changing).length;
