import { routeTable } from 'virtual:route-table';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { ApiError } from '../../../client/src/api-error.ts';
import { usePerson, useSignIn } from '../session/session.tsx';
import type { EnvironmentName, Settings } from '../settings.ts';
import { filled, t } from '../texts/texts.ts';
import { type Api, createApi, type RouteId } from './client.ts';

type Environment = {
  readonly name: EnvironmentName;
  readonly api: Api;
  readonly settings: Settings;
};

const EnvironmentContext = createContext<Environment | null>(null);

/** One cache for each environment: data of one is never shown in the other. */
const caches = new Map<EnvironmentName, QueryClient>();

/** Gives the pages below it the API of one environment. */
export const EnvironmentProvider = (props: {
  readonly name: EnvironmentName;
  readonly settings: Settings;
  readonly children: ReactNode;
}) => {
  const { name, settings, children } = props;
  const signIn = useSignIn();
  const value = useMemo(
    () => ({
      name,
      settings,
      api: createApi(settings.environments[name], signIn, location.origin),
    }),
    [name, settings, signIn],
  );
  return (
    <EnvironmentContext value={value}>
      <QueryClientProvider client={cacheOf(name)}>{children}</QueryClientProvider>
    </EnvironmentContext>
  );
};

/** The environment that the page shows. */
export const useEnvironment = (): Environment => {
  const environment = useContext(EnvironmentContext);
  if (!environment) throw new Error('A page is used outside of its environment.');
  return environment;
};

/** Answers for a route why the person may not call it, or null. The API checks the role as well. */
export const useDenial = (): ((id: RouteId) => string | null) => {
  const role = usePerson()?.role ?? 'viewer';
  return (id) => {
    const roles = routeTable.find((route) => route.id === id)?.roles;
    return !roles || roles.includes(role)
      ? null
      : filled(t.ui.onlyRolesCanDoThis, {
          roles: roles.map((one) => t.ui.rolesOfPeople[one]).join(` ${t.ui.and} `),
        });
  };
};

/** Signs out and clears everything that was read. */
export const useLeave = (): (() => void) => {
  const signIn = useSignIn();
  return () => {
    for (const cache of caches.values()) cache.clear();
    void signIn.leave();
  };
};

const cacheOf = (name: EnvironmentName): QueryClient => {
  const cache =
    caches.get(name) ??
    new QueryClient({
      queryCache: new QueryCache({
        // A page keeps nothing that a person may not see any more, or that is gone.
        onError: (error, query) => {
          if (error instanceof ApiError && withdrawn.includes(error.status))
            query.setState({ data: undefined, dataUpdatedAt: 0 });
        },
      }),
      // Offline a call fails at once and says so: a paused change would be made later, when nobody expects it.
      defaultOptions: {
        queries: {
          retry,
          retryDelay,
          staleTime: 5_000,
          networkMode: 'always',
          refetchOnReconnect: true,
        },
        mutations: { networkMode: 'always' },
      },
    });
  caches.set(name, cache);
  return cache;
};

/** Not signed in, not allowed, not there. */
const withdrawn: readonly number[] = [401, 403, 404];

const retries_max = 3;
const retry_delay_ms_max = 10_000;

/** Errors that may not happen again: a lost connection, a throttle, an outage. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.should_retry && (error.status === 429 || error.status >= 500)
    : error instanceof TypeError;

const retry = (failures: number, error: unknown): boolean =>
  failures < (navigator.onLine ? retries_max : 0) && isTransient(error);

const retryDelay = (failures: number, error: unknown): number => {
  const requested_ms = error instanceof ApiError ? (error.retry_after_seconds ?? 0) * 1_000 : 0;
  return Math.min(retry_delay_ms_max, Math.max(requested_ms, 500 * 2 ** failures));
};

/** Calls again, a few seconds at most, after errors that may not happen again; in a hidden tab too, so never later. */
export const withRetries = async <T,>(call: () => Promise<T>): Promise<T> => {
  for (let failures = 0; ; failures++) {
    try {
      return await call();
    } catch (error) {
      if (!retry(failures, error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelay(failures, error)));
    }
  }
};
