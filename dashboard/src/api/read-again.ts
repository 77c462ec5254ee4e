import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { RouteId } from './client.ts';

/** Lists of an index and counts may lag behind a change by a second. */
const lists_lag_ms = 1_500;

const ofCustomers = ['cards', 'customer-features', 'customers', 'screenings', 'verifications'];

/** The resources that a change may change besides its own, by its route or the resource of its route. */
const effects: Readonly<Record<string, readonly string[]>> = {
  customers: [...ofCustomers, 'agreements', 'card-tokens', 'documents', 'persons'],
  persons: ofCustomers,
  documents: ['customer-features', 'screenings', 'verifications'],
  screenings: ofCustomers,
  verifications: [...ofCustomers, 'documents'],
  // Their other holders may have joined since.
  'verifications.assign': ['operators'],
  'customer-features': ['cards'],
  cards: ['card-pins', 'card-tokens'],
  'card-pins': ['cards'],
  'card-tokens': ['cards'],
  simulations: [...ofCustomers, 'authorizations', 'documents', 'persons', 'transactions'],
  webhooks: ['deliveries', 'recoveries'],
  recoveries: ['deliveries', 'webhooks'],
  deliveries: ['webhooks'],
};

/** Every change is in these: what happened, what waits, and the log. */
const records = ['customers.timeline', 'events', 'overview', 'requests'];

const resourceOf = (route: string): string => route.split('.')[0] ?? '';

/** Whether a change may change what a route reads. The link to the bytes of a document stays. */
const isTouched = (read: string, change: string): boolean => {
  const resource = resourceOf(change);
  const touched = [resource, ...records, ...(effects[change] ?? effects[resource] ?? [])];
  return (
    read !== 'documents.download' && [read, resourceOf(read)].some((one) => touched.includes(one))
  );
};

/** Read consistently, so a change is in it at once. */
const isObject = (read: string): boolean => read.endsWith('.get') && read !== 'overview.get';

/** Read consistently too: no index answers them. */
export const consistentLists: readonly string[] = [
  'api-keys.list',
  'authorization-endpoints.list',
  'cards.list-limits',
  'operators.list',
  'persons.list',
];

type Resource = Readonly<Record<string, unknown>>;

/** A read with the resources of an answer in it. Members that the read does not show stay out, such as a secret. */
const withAnswer = (held: unknown, answer: unknown): unknown => {
  if (Array.isArray(held)) return held.map((one) => withAnswer(one, answer));
  if (typeof held !== 'object' || held === null) return held;
  const { id, object } = held as Resource;
  const isHeld = (one: Resource | null) => one?.id === id && one?.object === object;
  const found = id !== undefined && ([answer].flat() as (Resource | null)[]).find(isHeld);
  const members = Object.entries(held).map(([name, value]) => {
    if (found) return [name, name in found ? found[name] : value];
    return [
      name,
      id === undefined && (name === 'data' || name === 'pages') ? withAnswer(value, answer) : value,
    ];
  });
  return Object.fromEntries(members);
};

/** Creates a resource that the list of its kind begins with: the newest is first. */
const creates = /\.(create|invite)$/;

/** The first page of a list with a new resource in it, unless its filters say more than the resource does. */
const withCreated = (held: ListPage, [, , ...of]: QueryKey, created: Resource): ListPage => {
  const first = held.data?.[0];
  const call = of.find((part) => typeof part === 'object') as ListCall | undefined;
  const { limit: _, ...filters } = { limit: null, ...call?.params, ...call?.query };
  const isWhole = of.slice(of.indexOf(call) + 1).every((part) => part === undefined);
  const isListed = Object.entries(filters).every(([name, value]) => created[name] === value);
  if (!call || !isWhole || !isListed || !first || first.object !== created.object) return held;
  // Members that the other rows do not show stay out, such as a secret.
  const row = Object.entries(created).filter(([name]) => name in first);
  return { ...held, data: [Object.fromEntries(row), ...(held.data ?? [])] };
};

type ListPage = { readonly data?: readonly Resource[] };
type ListCall = { readonly params?: Resource; readonly query?: Resource };

/**
 * Reads again, once, what a change touches of all that is shown. The answer of the change is shown at once, what is read
 * consistently is read at once, and a list of an index when it shows the change.
 */
export const readAgain = (queries: QueryClient, change: RouteId, answer: unknown): void => {
  const where = (is: (read: string) => boolean) => ({
    predicate: ({ queryKey }: Query) => is(String(queryKey[1])),
  });
  const isTouchedBy = (read: string) => isTouched(read, change);
  const isLate = (read: string) =>
    isTouchedBy(read) && !isObject(read) && !consistentLists.includes(read);
  queries.setQueriesData(
    where((read) => resourceOf(read) === resourceOf(change)),
    (held: unknown) => withAnswer(held, answer),
  );
  if (creates.test(change))
    for (const { queryKey } of queries
      .getQueryCache()
      .findAll(where((read) => read === `${resourceOf(change)}.list`)))
      queries.setQueryData(
        queryKey,
        (held?: ListPage) => held && withCreated(held, queryKey, answer as Resource),
      );
  void queries.invalidateQueries({
    ...where((read) => isTouchedBy(read) && isObject(read)),
    // The page of what was deleted, which no answer shows, is left.
    refetchType: answer === undefined ? 'none' : 'active',
  });
  void queries.invalidateQueries(
    where((read) => isTouchedBy(read) && consistentLists.includes(read)),
  );
  void queries.invalidateQueries({ ...where(isLate), refetchType: 'none' });
  setTimeout(() => void queries.invalidateQueries(where(isLate)), lists_lag_ms);
};
