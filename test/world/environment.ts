import { runningInvocation } from './running.ts';

/** The variables that this process was started with. */
const own = { ...process.env };

/**
 * Gives each invocation the environment of its function, and nothing else. Modules are loaded once for all functions, so
 * what they read at their import is what every function that has the variable says alike.
 */
export const beginEnvironments = (all: readonly Readonly<Record<string, string>>[]): void => {
  const common: Record<string, string | undefined> = { ...own };
  const differing = new Set<string>();
  for (const variables of all)
    for (const [name, value] of Object.entries(variables)) {
      if ((common[name] ?? value) !== value && !(name in own)) differing.add(name);
      common[name] = value;
    }
  for (const name of differing) delete common[name];
  process.env = new Proxy(common, {
    get: (target, name) => (runningInvocation()?.variables ?? target)[name as string],
    has: (target, name) => name in (runningInvocation()?.variables ?? target),
  });
};
