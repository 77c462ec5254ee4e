import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { lastEnvironment } from './layout/environments.ts';
import { Shell } from './layout/shell.tsx';
import { RouteError } from './layout/stopped.tsx';
import type { Settings } from './settings.ts';
import { Loading } from './ui/page.tsx';

/** Every page, each with its own script, below the environment that it shows. */
export const createRouter = (settings: Settings) =>
  createBrowserRouter([
    { path: '/', Component: ToLast, HydrateFallback: Loading, errorElement: <RouteError /> },
    {
      path: '/:environment',
      element: <Shell settings={settings} />,
      HydrateFallback: Loading,
      errorElement: <RouteError />,
      children: [{ errorElement: <RouteError />, children: pages }],
    },
    { path: '*', Component: ToLast },
  ]);

const ToLast = () => <Navigate to={`/${lastEnvironment()}/home`} replace />;

/** A page is loaded when it is opened. */
const page = (load: () => Promise<{ readonly Component: ComponentType }>) => ({
  lazy: async () => ({ Component: (await load()).Component }),
});

const pages: RouteObject[] = [
  { index: true, element: <Navigate to="home" replace /> },
  { path: 'home', ...page(() => import('./pages/home/home.tsx')) },
  { path: 'configure', ...page(() => import('./pages/configure.tsx')) },
  { path: 'configure/api-keys', ...page(() => import('./pages/api-keys/api-keys.tsx')) },
  { path: 'configure/api-keys/new', ...page(() => import('./pages/api-keys/api-key-create.tsx')) },
  { path: 'configure/people', ...page(() => import('./pages/people/people.tsx')) },
  { path: 'operators', element: <Navigate to="../configure/people" replace /> },
  { path: 'operators/:operator', ...page(() => import('./pages/people/member.tsx')) },
  { path: 'webhooks', ...page(() => import('./pages/webhooks/webhooks.tsx')) },
  { path: 'webhooks/new', ...page(() => import('./pages/webhooks/webhook-create.tsx')) },
  { path: 'webhooks/:webhook', ...page(() => import('./pages/webhooks/webhook.tsx')) },
  { path: 'webhooks/:webhook/edit', ...page(() => import('./pages/webhooks/webhook-edit.tsx')) },
  { path: 'deliveries', ...page(() => import('./pages/deliveries/deliveries.tsx')) },
  { path: 'deliveries/:delivery', ...page(() => import('./pages/deliveries/delivery.tsx')) },
  { path: 'events', ...page(() => import('./pages/events/events.tsx')) },
  { path: 'events/:event', ...page(() => import('./pages/events/event.tsx')) },
  { path: 'requests', ...page(() => import('./pages/requests/requests.tsx')) },
  { path: 'requests/:request', ...page(() => import('./pages/requests/request.tsx')) },
  { path: 'customers', ...page(() => import('./pages/customers/customers.tsx')) },
  { path: 'customers/new', ...page(() => import('./pages/customers/customer-create.tsx')) },
  { path: 'customers/:customer/edit', ...page(() => import('./pages/customers/customer-edit.tsx')) },
  { path: 'customers/:customer/documents/new', ...page(() => import('./pages/documents/document-upload.tsx')) },
  { path: 'customers/:customer/persons/new', ...page(() => import('./pages/persons/person-create.tsx')) },
  { path: 'customers/:customer/:part?', ...page(() => import('./pages/customers/customer.tsx')) },
  { path: 'persons', element: <Navigate to="../customers" replace /> },
  { path: 'persons/:person', ...page(() => import('./pages/persons/person.tsx')) },
  { path: 'documents', ...page(() => import('./pages/documents/documents.tsx')) },
  { path: 'documents/:document', ...page(() => import('./pages/documents/document.tsx')) },
  { path: 'verifications', ...page(() => import('./pages/verifications/verifications.tsx')) },
  { path: 'verifications/:verification', ...page(() => import('./pages/verifications/verification.tsx')) },
  { path: 'screenings', ...page(() => import('./pages/screenings/screenings.tsx')) },
  { path: 'screenings/:screening', ...page(() => import('./pages/screenings/screening.tsx')) },
  { path: 'reviews', ...page(() => import('./pages/reviews/reviews.tsx')) },
  { path: 'reviews/:verification', ...page(() => import('./pages/reviews/review.tsx')) },
  { path: 'cards', ...page(() => import('./pages/cards/cards.tsx')) },
  { path: 'cards/new', ...page(() => import('./pages/cards/card-create.tsx')) },
  { path: 'cards/:card', ...page(() => import('./pages/cards/card.tsx')) },
  { path: 'cards/:card/edit', ...page(() => import('./pages/cards/card-edit.tsx')) },
  { path: 'authorizations', ...page(() => import('./pages/authorizations/authorizations.tsx')) },
  { path: 'authorizations/:authorization', ...page(() => import('./pages/authorizations/authorization.tsx')) },
  { path: 'authorization-endpoint', ...page(() => import('./pages/authorizations/endpoint.tsx')) },
  { path: 'authorization-endpoint/edit', ...page(() => import('./pages/authorizations/endpoint-edit.tsx')) },
  { path: 'transactions', ...page(() => import('./pages/transactions/transactions.tsx')) },
  { path: 'transactions/:transaction', ...page(() => import('./pages/transactions/transaction.tsx')) },
  { path: 'simulator', ...page(() => import('./pages/simulations/simulations.tsx')) },
  { path: 'reference', ...page(() => import('./pages/reference/reference.tsx')) },
  { path: '*', ...page(() => import('./pages/not-found.tsx')) },
];
