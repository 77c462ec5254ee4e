import { type Scope, scopes } from '../domain/scope.ts';
import type { Route } from './route.ts';

/** What the nouns of routes belong to that have no scopes of their own name. */
const groups: Readonly<Record<string, string>> = {
  'customer-features': 'features',
  'event-types': 'events',
  'idempotency-keys': 'idempotency_keys',
  recoveries: 'webhooks',
};

/**
 * The scope that a restricted key needs for a route: of its noun to read or to write, unless it declares another. Undefined
 * where no scope opens it: what only people reach, and every route of a noun that has none.
 */
export const scopeOf = ({ id, method, scope, reachable }: Route): Scope | 'none' | undefined => {
  if (scope !== undefined || !reachable.includes('api')) return scope;
  const noun = id.slice(0, id.indexOf('.'));
  const derived = `${groups[noun] ?? noun}:${method === 'GET' ? 'read' : 'write'}`;
  return scopes.find((one) => one === derived);
};
