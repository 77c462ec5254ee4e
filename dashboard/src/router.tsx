import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { lastEnvironment } from './layout/environments.ts';
import { Shell } from './layout/shell.tsx';
import { RouteError } from './layout/stopped.tsx';
import { pageModules } from './page-modules.ts';
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

/** Each page is its module's `Component`. */
const pages: RouteObject[] = [
  { index: true, element: <Navigate to="home" replace /> },
  { path: 'operators', element: <Navigate to="../configure/people" replace /> },
  { path: 'persons', element: <Navigate to="../customers" replace /> },
  ...Object.entries(pageModules).map(([path, lazy]) => ({ path, lazy })),
  { path: '*', lazy: () => import('./pages/not-found.tsx') },
];
