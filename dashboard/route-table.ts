import type { Plugin } from 'vite';
import { everyRoute } from '../functions/app/routes.ts';
import { rolesOf } from '../functions/core/resource-routes.ts';

const name = 'virtual:route-table';

/**
 * Prints id, method, path and roles of each route into the site. Schemas, descriptions and permissions stay with the
 * functions: they are too large for a page. The types come from the contract itself.
 */
export const routeTable = (): Plugin => ({
  name: 'route-table',
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load: (id) =>
    id === `\0${name}` ? `export const routeTable = ${JSON.stringify(table)};` : undefined,
});

const table = everyRoute
  .filter(({ reachable }: { readonly reachable: readonly string[] }) =>
    reachable.includes('dashboard'),
  )
  .map((route) => ({
    id: route.id,
    method: route.method,
    path: route.path,
    roles: rolesOf(route),
  }));
