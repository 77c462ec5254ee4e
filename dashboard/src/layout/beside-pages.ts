import type { ComponentType } from 'react';
import { onDemand } from '../ui/on-demand.ts';

type Page = { readonly Component: ComponentType };

const pageOf = (load: () => Promise<Page>) =>
  onDemand(() => load().then(({ Component }) => Component)).Component;

/** The pages of objects that a list can show beside itself, each loaded with the first object. */
export const besidePages = {
  authorization: pageOf(() => import('../pages/authorizations/authorization.tsx')),
  transaction: pageOf(() => import('../pages/transactions/transaction.tsx')),
  delivery: pageOf(() => import('../pages/deliveries/delivery.tsx')),
  event: pageOf(() => import('../pages/events/event.tsx')),
  request: pageOf(() => import('../pages/requests/request.tsx')),
};
