import { keepPreviousData, type QueryObserverResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Api } from './client.ts';
import { useEnvironment } from './environment.tsx';

/** Says of what was read in how many milliseconds it is read again; false: it is final. */
export type Follow<Body> = (body: Body) => number | false;

type Reading<Body> = {
  /** What is read, as the parts of a name. */
  readonly key: readonly unknown[];
  readonly read: (api: Api, signal: AbortSignal) => Promise<{ readonly body: Body }>;
  readonly follow?: Follow<Body> | undefined;
  readonly enabled?: boolean;
};

/** What was read so far, and how the reading goes. */
export type Read<Body> = QueryObserverResult<Body>;

/** Reads something of the API and keeps it fresh. While another page of a list comes, the one before stays. */
export const useRead = <Body>({ key, read, follow, enabled = true }: Reading<Body>): Read<Body> => {
  const { api, name } = useEnvironment();
  return useQuery<Body, Error, Body, readonly unknown[]>({
    queryKey: [name, ...key],
    queryFn: async ({ signal }) => (await read(api, signal)).body,
    enabled,
    refetchInterval: ({ state }) => (follow && state.data !== undefined ? follow(state.data as Body) : false),
  });
};

/** Reads a page of a list; the page before stays in sight while it comes. */
export const useReadPage = <Body>({ key, read, follow }: Reading<Body>): Read<Body> => {
  const { api, name } = useEnvironment();
  return useQuery<Body, Error, Body, readonly unknown[]>({
    queryKey: [name, ...key],
    queryFn: async ({ signal }) => (await read(api, signal)).body,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (follow && state.data !== undefined ? follow(state.data as Body) : false),
  });
};

/** Reads a list from its beginning, a page more whenever it is asked for; what was read stays in sight. */
export const useReadOn = <Item>({ key, read }: ReadingOn<Item>) => {
  const { api, name } = useEnvironment();
  const query = useInfiniteQuery({
    queryKey: [name, ...key],
    queryFn: async ({ pageParam, signal }) => (await read(api, pageParam, signal)).body,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  return { ...query, items: query.data?.pages.flatMap(({ data }) => data) ?? [] };
};

type ReadingOn<Item> = {
  readonly key: readonly unknown[];
  readonly read: (
    api: Api,
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<{ readonly body: { readonly data: readonly Item[]; readonly next_cursor: string | null } }>;
};
