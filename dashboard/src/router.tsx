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

/** A page, which is its module's `Component`, is loaded when it is opened. */
const pages: RouteObject[] = [
  { index: true, element: <Navigate to="home" replace /> },
  { path: 'home', lazy: () => import('./pages/home/home.tsx') },
  { path: 'configure', lazy: () => import('./pages/configure.tsx') },
  { path: 'configure/api-keys', lazy: () => import('./pages/api-keys/api-keys.tsx') },
  { path: 'configure/api-keys/new', lazy: () => import('./pages/api-keys/api-key-create.tsx') },
  { path: 'configure/people', lazy: () => import('./pages/people/people.tsx') },
  { path: 'operators', element: <Navigate to="../configure/people" replace /> },
  { path: 'operators/:operator', lazy: () => import('./pages/people/member.tsx') },
  { path: 'webhooks', lazy: () => import('./pages/webhooks/webhooks.tsx') },
  { path: 'webhooks/new', lazy: () => import('./pages/webhooks/webhook-create.tsx') },
  { path: 'webhooks/:webhook', lazy: () => import('./pages/webhooks/webhook.tsx') },
  { path: 'webhooks/:webhook/edit', lazy: () => import('./pages/webhooks/webhook-edit.tsx') },
  { path: 'deliveries', lazy: () => import('./pages/deliveries/deliveries.tsx') },
  { path: 'deliveries/:delivery', lazy: () => import('./pages/deliveries/delivery.tsx') },
  { path: 'events', lazy: () => import('./pages/events/events.tsx') },
  { path: 'events/:event', lazy: () => import('./pages/events/event.tsx') },
  { path: 'requests', lazy: () => import('./pages/requests/requests.tsx') },
  { path: 'requests/:request', lazy: () => import('./pages/requests/request.tsx') },
  { path: 'customers', lazy: () => import('./pages/customers/customers.tsx') },
  { path: 'customers/new', lazy: () => import('./pages/customers/customer-create.tsx') },
  { path: 'customers/:customer/edit', lazy: () => import('./pages/customers/customer-edit.tsx') },
  {
    path: 'customers/:customer/documents/new',
    lazy: () => import('./pages/documents/document-upload.tsx'),
  },
  {
    path: 'customers/:customer/persons/new',
    lazy: () => import('./pages/persons/person-create.tsx'),
  },
  { path: 'customers/:customer/:part?', lazy: () => import('./pages/customers/customer.tsx') },
  { path: 'persons', element: <Navigate to="../customers" replace /> },
  { path: 'persons/:person', lazy: () => import('./pages/persons/person.tsx') },
  { path: 'documents', lazy: () => import('./pages/documents/documents.tsx') },
  { path: 'documents/:document', lazy: () => import('./pages/documents/document.tsx') },
  { path: 'verifications', lazy: () => import('./pages/verifications/verifications.tsx') },
  {
    path: 'verifications/:verification',
    lazy: () => import('./pages/verifications/verification.tsx'),
  },
  { path: 'screenings', lazy: () => import('./pages/screenings/screenings.tsx') },
  { path: 'screenings/:screening', lazy: () => import('./pages/screenings/screening.tsx') },
  { path: 'reviews', lazy: () => import('./pages/reviews/reviews.tsx') },
  { path: 'reviews/:verification', lazy: () => import('./pages/reviews/review.tsx') },
  { path: 'cards', lazy: () => import('./pages/cards/cards.tsx') },
  { path: 'cards/new', lazy: () => import('./pages/cards/card-create.tsx') },
  { path: 'cards/:card', lazy: () => import('./pages/cards/card.tsx') },
  { path: 'cards/:card/edit', lazy: () => import('./pages/cards/card-edit.tsx') },
  { path: 'authorizations', lazy: () => import('./pages/authorizations/authorizations.tsx') },
  {
    path: 'authorizations/:authorization',
    lazy: () => import('./pages/authorizations/authorization.tsx'),
  },
  { path: 'authorization-endpoint', lazy: () => import('./pages/authorizations/endpoint.tsx') },
  {
    path: 'authorization-endpoint/edit',
    lazy: () => import('./pages/authorizations/endpoint-edit.tsx'),
  },
  { path: 'transactions', lazy: () => import('./pages/transactions/transactions.tsx') },
  { path: 'transactions/:transaction', lazy: () => import('./pages/transactions/transaction.tsx') },
  { path: 'simulator', lazy: () => import('./pages/simulations/simulations.tsx') },
  { path: 'reference', lazy: () => import('./pages/reference/reference.tsx') },
  { path: '*', lazy: () => import('./pages/not-found.tsx') },
];
