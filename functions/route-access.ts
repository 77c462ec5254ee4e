import { type DemandedScope, type Role, roles, scopes } from './access.ts';
import type { Route } from './route.ts';

/** Who may change what customers are given, the webhooks and the keys. */
export const builders = ['owner', 'developer'] as const;

/** Who may decide over identities, and see the documents that prove them. */
export const reviewers = ['owner', 'reviewer'] as const;

/** Who may say who else comes in. */
export const owners = ['owner'] as const;

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
export const scopeOf = ({ id, method, scope, reachable }: Route): DemandedScope | 'none' | undefined => {
  if (scope !== undefined || !reachable.includes('api')) return scope;
  const resourceType = id.slice(0, id.indexOf('.'));
  const derived = `${groups[resourceType] ?? resourceType}:${method === 'GET' ? 'read' : 'write'}`;
  return scopes.find((one) => one === derived);
};
