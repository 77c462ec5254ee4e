import * as z from 'zod/mini';
import { type DemandedScope, type Role, roles, scopes } from './access.ts';
import { listOf } from './fields.ts';
import { collections, idOf } from './resource.ts';
import { type Declaration, type Route, route } from './route.ts';

/** The roles that may change the features, the webhooks and the keys. */
export const builders = ['owner', 'developer'] as const;

/** The roles that may decide over identities, and see the documents that prove them. */
export const reviewers = ['owner', 'reviewer'] as const;

/** The roles that may say who else comes in. */
export const owners = ['owner'] as const;

type Kind = keyof typeof collections;

/**
 * The members that a route declares itself beside those of its form; it can replace any of these.
 */
type Own<Form> = Omit<Declaration, keyof Form> & Partial<Declaration>;

type Merged<Form, Given> = Omit<Form, keyof Given> & Given extends infer D extends Declaration
  ? D
  : never;

/** Declares a route of a form that several have in common. */
export const routeLike = <const Form extends Partial<Declaration>, const Given extends Own<Form>>(
  form: Form,
  given: Given,
) => route({ ...form, ...given } as unknown as Merged<Form, Given>);

/** The form of a POST that acts on something: its first read brings the idempotency record along. */
export const action = {
  method: 'POST',
  roles: builders,
  idempotency: 'cached',
  retry: 'reads_record_first',
} as const;

/** The form of a change of the resource that the path names. */
export const changing = { roles: builders, ifMatch: 'optional' } as const;

/** The form of a POST that plays the part of somebody outside. */
export const simulation = { ...action, sandboxOnly: true } as const;

/**
 * The forms that routes of one resource have in common: `card.action('freeze', { … })` is POST /cards/{card_id}/freeze. A
 * declaration says what is its own, and replaces what it has otherwise, such as the path of a list of one customer.
 */
export const routesOf = <const K extends Kind, S extends z.core.$ZodType>(
  kind: K,
  resource: S,
  id = idOf(kind),
) => {
  const name: (typeof collections)[K] = collections[kind];
  const path = `/${name}` as const;
  const item = `${path}/{${kind}_id}` as const;
  const params = z.object({ [`${kind}_id`]: id } as { [id in `${K}_id`]: typeof id });
  const returns = { status: 200, body: resource } as const;
  const page = {
    status: 200,
    body: listOf(resource, `${z.globalRegistry.get(resource)?.id}List`),
  } as const;
  const errors = [`${kind}_not_found`] as const;
  const ofItem = { path: item, params, returns, errors } as const;
  const post = { method: 'POST', roles: builders, idempotency: 'cached' } as const;

  const creating = {
    ...post,
    id: `${name}.create`,
    path,
    returns: { status: 201, body: resource },
  } as const;
  const listing = { method: 'GET', id: `${name}.list`, path, returns: page } as const;
  const getting = { ...ofItem, method: 'GET', id: `${name}.get` } as const;
  const updating = { ...ofItem, ...changing, method: 'PATCH', id: `${name}.update` } as const;
  const acting = {
    ...action,
    ...changing,
    params,
    returns,
    errors: [...errors, 'action_not_allowed'],
  } as const;

  return {
    params,
    create: <const G extends Own<typeof creating>>(given: G) => routeLike(creating, given),
    list: <const G extends Own<typeof listing>>(given: G) => routeLike(listing, given),
    get: <const G extends Own<typeof getting>>(given: G) => routeLike(getting, given),
    update: <const G extends Own<typeof updating>>(given: G) => routeLike(updating, given),
    action: <
      const Verb extends string,
      const G extends Own<typeof acting & { id: string; path: string }>,
    >(
      verb: Verb,
      given: G,
    ) => routeLike({ ...acting, id: `${name}.${verb}`, path: `${item}/${verb}` } as const, given),
  };
};

/** The roles that may call a route from the dashboard: those that it declares; everybody may read what declares none. */
export const rolesOf = (route: Pick<Route, 'method' | 'roles'>): readonly Role[] =>
  route.roles ?? (route.method === 'GET' ? roles : []);

/** The scopes of resources that have none of their own name. */
const groups: Readonly<Record<string, string>> = {
  'card-pins': 'cards',
  'card-tokens': 'cards',
  'authorization-endpoints': 'authorization_endpoints',
  'customer-features': 'features',
  'event-types': 'events',
  'idempotency-keys': 'idempotency_keys',
  'onboarding-links': 'onboarding_links',
  recoveries: 'webhooks',
};

/**
 * The scope that a restricted key needs for a route: of its resource to read or to write, unless it declares another. Undefined
 * where no scope opens it: what only people reach, and every route of a resource that has none.
 */
export const scopeOf = ({
  id,
  method,
  scope,
  reachable,
}: Route): DemandedScope | 'none' | undefined => {
  if (scope !== undefined || !reachable.includes('api')) return scope;
  const resourceType = id.slice(0, id.indexOf('.'));
  const derived = `${groups[resourceType] ?? resourceType}:${method === 'GET' ? 'read' : 'write'}`;
  return scopes.find((one) => one === derived);
};
