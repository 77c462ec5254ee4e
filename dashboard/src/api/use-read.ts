import {
  keepPreviousData,
  type QueryObserverResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import {
  type AnswerOf,
  type Api,
  type CallOf,
  callRoute,
  type ItemOf,
  type ListBody,
  type RouteId,
} from './client.ts';
import { useDenial, useEnvironment } from './environment.tsx';
import { type Placed, places } from './places.ts';

/** Milliseconds until what was read is read again; false when it is final. */
export type Follow<Body> = (body: Body) => number | false;

type How<Body> = {
  readonly follow?: Follow<Body> | undefined;
  readonly enabled?: boolean;
  /** The last result stays visible while another one loads. */
  readonly keep?: boolean;
  /** A form begins with what holds now: nothing that was read before. */
  readonly isForm?: boolean;
};

/** The result so far, and the state of the reading. */
export type Read<Body> = QueryObserverResult<Body>;

/** Reads by a route of the API, and keeps it fresh. */
export const useRead = <Id extends RouteId>(
  route: Id,
  call: CallOf<Id>,
  how: How<AnswerOf<Id>> = {},
) =>
  useReading<AnswerOf<Id>>(
    [route, call],
    (api, signal) => callRoute(api, route, { ...(call as object), signal }),
    how,
  );

/** Reads by several calls, under the parts of a name, and keeps it fresh. */
export const useReading = <Body>(
  key: readonly unknown[],
  read: (api: Api, signal: AbortSignal) => Promise<{ readonly body: Body }>,
  { follow, enabled = true, keep = false, isForm = false }: How<Body> = {},
): Read<Body> => {
  const { api, name } = useEnvironment();
  return useQuery({
    queryKey: isForm ? [name, ...key, 'form'] : [name, ...key],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => (await read(api, signal)).body,
    enabled,
    ...(isForm && { gcTime: 0 }),
    ...(keep && { placeholderData: keepPreviousData as never }),
    refetchInterval: ({ state }: { readonly state: { readonly data: Body | undefined } }) =>
      follow && state.data !== undefined ? follow(state.data) : false,
  });
};

/** Reads a list from its beginning, one more page at a time; what was read stays visible. */
export const useReadOn = <Id extends RouteId>(route: Id, call: CallOf<Id>) => {
  const { api, name } = useEnvironment();
  const query = useInfiniteQuery({
    queryKey: [name, route, call, 'on'],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { cursor: pageParam };
      return (
        await callRoute<ListBody<ItemOf<Id>>>(api, route, { ...(call as object), query, signal })
      ).body;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  return { ...query, items: query.data?.pages.flatMap(({ data }) => data) ?? [] };
};

/** The accounts of the business in this environment: one, or none yet. */
export const useAccounts = () => useRead('accounts.list', {});

/** The webhooks of this environment: an account has 16 at most. */
export const useWebhooks = () => useRead('webhooks.list', { query: { limit: 100 } });

/** The keys of this environment, restricted ones included: they are listed before the pair in use. */
export const useApiKeys = (follow?: Follow<AnswerOf<'api-keys.list'>>) =>
  useRead('api-keys.list', { query: { limit: 100 } }, { follow });

/** The first customer of this environment, if it has any. */
export const useFirstCustomer = (follow?: Follow<AnswerOf<'customers.list'>>) =>
  useRead('customers.list', { query: { limit: 1 } }, { follow });

/** The people of the business, 50 at most; nothing where they are not kept, and for those who may not see them. */
export const useMembers = () => {
  const { name } = useEnvironment();
  const denial = useDenial()('operators.list');
  const enabled = name === 'live' && denial === null;
  return useRead('operators.list', { query: { limit: 100 } }, { enabled });
};

/** A resource that has a page. */
export type Resource<Name extends Placed> = AnswerOf<`${(typeof places)[Name]}.get`>;

/** One resource by its id. */
export const useResource = <Name extends Placed>(
  name: Name,
  id: string,
  how: How<Resource<Name>> = {},
) => {
  const call = { params: { [`${name}_id`]: id } };
  return useReading<Resource<Name>>(
    [`${places[name]}.get`, call],
    (api, signal) => callRoute(api, `${places[name]}.get`, { ...call, signal }),
    how,
  );
};
