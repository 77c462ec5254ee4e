import { type ComponentType, lazy } from 'react';

type Page = { readonly Component: ComponentType };

const pageOf = (load: () => Promise<Page>) =>
  lazy(() => load().then(({ Component }) => ({ default: Component })));

/** The pages of objects that a list can show beside itself, each loaded with the first object. */
export const besidePages = {
  authorization: pageOf(() => import('../pages/authorizations/authorization.tsx')),
  transaction: pageOf(() => import('../pages/transactions/transaction.tsx')),
  delivery: pageOf(() => import('../pages/deliveries/delivery.tsx')),
  event: pageOf(() => import('../pages/events/event.tsx')),
  request: pageOf(() => import('../pages/requests/request.tsx')),
};
