import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { lastEnvironment } from './layout/last-environment.ts';
import { RouteError } from './layout/route-error.tsx';
import { Shell } from './layout/shell.tsx';
import { SignedIn } from './layout/signed-in.tsx';
import { signedInPath } from './session/sign-in.ts';
import type { Settings } from './settings.ts';
import { Loading } from './ui/loaded.tsx';

/** Every page, each with its own script, below the environment that it shows. */
export const createRouter = (settings: Settings) =>
  createBrowserRouter([
    { path: '/', Component: ToLast, HydrateFallback: Loading, errorElement: <RouteError /> },
    { path: signedInPath, Component: SignedIn, errorElement: <RouteError /> },
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

const pages: RouteObject[] = [
  { index: true, element: <Navigate to="home" replace /> },
  { path: 'home', lazy: () => import('./pages/home.tsx') },
  { path: 'configure', lazy: () => import('./pages/configure.tsx') },
  { path: 'configure/api-keys', lazy: () => import('./pages/api-keys.tsx') },
  { path: 'configure/api-keys/new', lazy: () => import('./pages/api-key-create.tsx') },
  { path: 'configure/people', lazy: () => import('./pages/people.tsx') },
  { path: 'webhooks', lazy: () => import('./pages/webhooks.tsx') },
  { path: 'webhooks/new', lazy: () => import('./pages/webhook-create.tsx') },
  { path: 'webhooks/:webhook', lazy: () => import('./pages/webhook.tsx') },
  { path: 'webhooks/:webhook/edit', lazy: () => import('./pages/webhook-edit.tsx') },
  { path: 'deliveries', lazy: () => import('./pages/deliveries.tsx') },
  { path: 'deliveries/:delivery', lazy: () => import('./pages/delivery.tsx') },
  { path: 'events', lazy: () => import('./pages/events.tsx') },
  { path: 'events/:event', lazy: () => import('./pages/event.tsx') },
  { path: 'customers', lazy: () => import('./pages/customers.tsx') },
  { path: 'customers/new', lazy: () => import('./pages/customer-create.tsx') },
  { path: 'customers/:customer/edit', lazy: () => import('./pages/customer-edit.tsx') },
  { path: 'customers/:customer/documents/new', lazy: () => import('./pages/document-upload.tsx') },
  { path: 'customers/:customer/:part?', lazy: () => import('./pages/customer.tsx') },
  { path: 'documents', lazy: () => import('./pages/documents.tsx') },
  { path: 'documents/:document', lazy: () => import('./pages/document.tsx') },
  { path: 'verifications', lazy: () => import('./pages/verifications.tsx') },
  { path: 'verifications/:verification', lazy: () => import('./pages/verification.tsx') },
  { path: 'reviews', lazy: () => import('./pages/reviews.tsx') },
  { path: 'reviews/:verification', lazy: () => import('./pages/review.tsx') },
  { path: 'cards', lazy: () => import('./pages/cards.tsx') },
  { path: 'cards/new', lazy: () => import('./pages/card-create.tsx') },
  { path: 'cards/:card', lazy: () => import('./pages/card.tsx') },
  { path: 'cards/:card/edit', lazy: () => import('./pages/card-edit.tsx') },
  { path: 'reference', lazy: () => import('./pages/reference.tsx') },
  { path: '*', lazy: () => import('./pages/not-found.tsx') },
];
