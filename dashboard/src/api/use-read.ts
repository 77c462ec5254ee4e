import { keepPreviousData, type QueryObserverResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type {
  Api,
  Authorization,
  Card,
  Customer,
  Document,
  Person,
  Screening,
  Verification,
  Webhook,
} from './client.ts';
import { useEnvironment } from './environment.tsx';

/** Milliseconds until what was read is read again; false when it is final. */
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

/** Reads something of the API and keeps it fresh. */
export const useRead = <Body>(reading: Reading<Body>): Read<Body> => useQuery(useOptions(reading));

/** Reads a page of a list; the page before stays visible while it loads. */
export const useReadPage = <Body>(reading: Reading<Body>): Read<Body> =>
  useQuery({ ...useOptions(reading), placeholderData: keepPreviousData });

const useOptions = <Body>({ key, read, follow, enabled = true }: Reading<Body>) => {
  const { api, name } = useEnvironment();
  return {
    queryKey: [name, ...key],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => (await read(api, signal)).body,
    enabled,
    refetchInterval: ({ state }: { readonly state: { readonly data: Body | undefined } }) =>
      follow && state.data !== undefined ? follow(state.data) : false,
  };
};

/** Reads a list from its beginning, one more page at a time; what was read stays visible. */
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

/** The accounts of the business in this environment: one, or none yet. */
export const useAccounts = () => useRead({ key: ['account'], read: (api, signal) => api.accounts.list({ signal }) });

/** The webhooks of this environment: an account has 16 at most. */
export const useWebhooks = () =>
  useRead({ key: ['webhooks', 'all'], read: (api, signal) => api.webhooks.list({ query: { limit: 100 }, signal }) });

/** The keys of this environment, restricted ones included: they are listed before the pair in use. */
export const useApiKeys = () =>
  useRead({
    key: ['api-keys', 'current'],
    read: (api, signal) => api.apiKeys.list({ query: { limit: 100 }, signal }),
  });

type Objects = {
  readonly authorization: Authorization;
  readonly card: Card;
  readonly customer: Customer;
  readonly document: Document;
  readonly person: Person;
  readonly screening: Screening;
  readonly verification: Verification;
  readonly webhook: Webhook;
};

const reads: {
  readonly [Name in keyof Objects]: (
    api: Api,
    id: string,
    signal: AbortSignal,
  ) => Promise<{ readonly body: Objects[Name] }>;
} = {
  authorization: (api, authorization_id, signal) => api.authorizations.get({ params: { authorization_id }, signal }),
  card: (api, card_id, signal) => api.cards.get({ params: { card_id }, signal }),
  customer: (api, customer_id, signal) => api.customers.get({ params: { customer_id }, signal }),
  document: (api, document_id, signal) => api.documents.get({ params: { document_id }, signal }),
  person: (api, person_id, signal) => api.persons.get({ params: { person_id }, signal }),
  screening: (api, screening_id, signal) => api.screenings.get({ params: { screening_id }, signal }),
  verification: (api, verification_id, signal) => api.verifications.get({ params: { verification_id }, signal }),
  webhook: (api, webhook_id, signal) => api.webhooks.get({ params: { webhook_id }, signal }),
};

/** One resource by its id. */
export const useResource = <Name extends keyof Objects>(
  name: Name,
  id: string,
  follow?: Follow<Objects[Name]>,
): Read<Objects[Name]> =>
  useRead<Objects[Name]>({ key: [name, id], read: (api, signal) => reads[name](api, id, signal), follow });

/** The resource that the address of the page names: `:card` of the route is the id of a card. */
export const usePageResource = <Name extends keyof Objects>(
  name: Name,
  follow?: Follow<Objects[Name]>,
): Read<Objects[Name]> => useResource(name, useParams()[name] ?? '', follow);
