import { routeTable } from 'virtual:route-table';
import type { everyRoute } from '../../../functions/contract/routes.ts';
import type { Role } from '../session/sign-in.ts';

/** The name of a route, as `cards.freeze`. */
export type RouteId = (typeof everyRoute)[number]['id'];

/** Why somebody may not call a route, as a sentence; null where they may. The API refuses it as well. */
export const refusalFor = (id: RouteId, role: Role): string | null => {
  const roles = routeTable.find((route) => route.id === id)?.roles;
  if (!roles || roles.includes(role)) return null;
  return `Your role is ${role}. This takes the role ${roles.join(' or ')}.`;
};
