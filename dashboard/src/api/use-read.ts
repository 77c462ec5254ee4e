import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Api } from './client.ts';
import { useEnvironment } from './environment.tsx';

type Reading<Body> = {
  /** What is read, as the parts of a name. */
  readonly key: readonly unknown[];
  readonly read: (api: Api, signal: AbortSignal) => Promise<{ readonly body: Body }>;
  /** Milliseconds until it is read again; false: it is final. */
  readonly follow?: (body: Body) => number | false;
  readonly enabled?: boolean;
  /** Shows the page before while the next one comes. */
  readonly keepPrevious?: boolean;
};

/** Reads something of the API and keeps it fresh. */
export const useRead = <Body>({ key, read, follow, enabled = true, keepPrevious = false }: Reading<Body>) => {
  const { api, name } = useEnvironment();
  return useQuery({
    queryKey: [name, ...key],
    queryFn: async ({ signal }): Promise<Body> => (await read(api, signal)).body,
    enabled,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(follow && { refetchInterval: ({ state }) => (state.data === undefined ? false : follow(state.data)) }),
  });
};
