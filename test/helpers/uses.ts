import type { Access } from '../../local/aws-service.ts';
import type { RecordedCall } from '../../local/recorder.ts';
import type { Granted } from './granted.ts';

/** Something that a function does: set up first, then tried; it resolves to whether all of it went as it should. */
export type Trial = () => Promise<() => Promise<boolean>>;

/** An access that a function was seen to make, and what makes it again. */
export type Use = { readonly access: Access; readonly again: Trial };

/** What functions were seen to use, by the name of the function. A link is used in the name of whoever signed it. */
export type Uses = {
  add(calls: readonly RecordedCall[], again: Trial, only?: string): void;
  of(name: string): readonly Use[];
};

/** Nothing was seen yet. */
export const noUses = (): Uses => {
  const seen = new Map<string, Map<string, Use>>();
  return {
    add: (calls, again, only) => {
      for (const { principal, accesses } of calls) {
        if (principal.kind === 'operator' || (only ?? principal.functionName) !== principal.functionName) continue;
        const known = seen.get(principal.functionName) ?? new Map<string, Use>();
        seen.set(principal.functionName, known);
        for (const access of accesses) {
          const key = JSON.stringify(access);
          if (!known.has(key)) known.set(key, { access, again });
        }
      }
    },
    of: (name) => [...(seen.get(name)?.values() ?? [])],
  };
};

/** The grants that no access needs. */
export const unused = (granted: readonly Granted[], uses: readonly Use[]): string[] =>
  granted
    .filter((grant) => !uses.some(({ access }) => grant.covers(access)))
    .map(({ action, resource }) => `${action} on ${resource}`);

/** The accesses that no grant allows. */
export const uncovered = (granted: readonly Granted[], uses: readonly Use[]): string[] =>
  uses
    .filter(({ access }) => !granted.some((grant) => grant.covers(access)))
    .map(({ access: { action, resource } }) => `${action} on ${resource}`);
