import { variablesHere } from './running.ts';

/** The variables that this process was started with. */
const own = { ...process.env };

/**
 * Gives each invocation the environment of its function, and nothing else. Modules are loaded once for all functions, so
 * what they read at their import is what every function that has the variable says alike.
 */
export const beginEnvironments = (all: readonly Readonly<Record<string, string>>[]): void =>
  overlayEnvironments({ ...own, ...commonOf(all) });

/** Gives each invocation, and the modules that load for it, their variables; everything else in this process has these. */
export const overlayEnvironments = (
  variables: Record<string, string | undefined> = { ...own },
): void => {
  process.env = new Proxy(variables, {
    get: (target, name) => (variablesHere() ?? target)[name as string],
    has: (target, name) => name in (variablesHere() ?? target),
  });
};

/** The variables that functions have alike, wherever they have them. This process's own stay as they are. */
export const commonOf = (
  all: readonly Readonly<Record<string, string>>[],
): Readonly<Record<string, string | undefined>> => {
  const common: Record<string, string | undefined> = {};
  const differing = new Set<string>();
  for (const variables of all)
    for (const [name, value] of Object.entries(variables)) {
      if ((common[name] ?? value) !== value) differing.add(name);
      common[name] = value;
    }
  for (const name of differing) delete common[name];
  return common;
};
