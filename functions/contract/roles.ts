import { type Role, roles } from '../domain/role.ts';
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
