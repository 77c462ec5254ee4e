import { routeTable } from 'virtual:route-table';
import type { Role } from '../../../functions/domain/role.ts';
import type { RouteId } from './client.ts';

/** Why somebody may not call a route, as a sentence; null where they may. The API refuses it as well. */
export const refusalFor = (id: RouteId, role: Role): string | null => {
  const roles = routeTable.find((route) => route.id === id)?.roles;
  if (!roles || roles.includes(role)) return null;
  return `Your role is ${role}. This takes the role ${roles.join(' or ')}.`;
};
