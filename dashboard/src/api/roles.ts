import { routeTable } from 'virtual:route-table';
import type { Role } from '../../../functions/domain/role.ts';
import type { RouteId } from './client.ts';

/** Why a person with this role may not call a route; null where they may. The API checks it as well. */
export const refusalFor = (id: RouteId, role: Role): string | null => {
  const roles = routeTable.find((route) => route.id === id)?.roles;
  if (!roles || roles.includes(role)) return null;
  return `Only ${roles.map((one) => `${one}s`).join(' and ')} can do this`;
};
