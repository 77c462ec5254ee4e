import { type EnvironmentName, environmentNames } from '../settings.ts';

const place = 'dashboard.environment';

/** The environment that was shown last; sandbox for whoever comes first. */
export const lastEnvironment = (): EnvironmentName =>
  environmentNames.find((one) => one === localStorage.getItem(place)) ?? 'sandbox';

export const rememberEnvironment = (name: EnvironmentName): void => localStorage.setItem(place, name);
