import { type EnvironmentName, environmentNames } from '../settings.ts';
import { remember, remembered } from '../storage.ts';

const storageKey = 'dashboard.environment';

/** The environment that was shown last; sandbox on the first visit. */
export const lastEnvironment = (): EnvironmentName =>
  environmentNames.find((one) => one === remembered(storageKey)) ?? 'sandbox';

/** Keeps the environment for the next visit. */
export const rememberEnvironment = (name: EnvironmentName): void => remember(storageKey, name);

/**
 * The path to go to when the environment is switched. A resource belongs to one environment: its page is left for its list,
 * without filters, which may name a resource.
 */
export const switchPath = (path: string, to: string): string => {
  const [, , section = 'home', part] = path.split('/');
  return part !== undefined && kept.has(`${section}/${part}`)
    ? `/${to}/${section}/${part}`
    : `/${to}/${section}`;
};

/** Pages below a section that exist in both environments. */
const kept: ReadonlySet<string> = new Set([
  'configure/api-keys',
  'configure/people',
  'webhooks/new',
]);
