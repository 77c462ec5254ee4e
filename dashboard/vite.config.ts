import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type BuildOptions, defineConfig } from 'vite';
import { routeTable } from './route-table.ts';

/** What both pages have in common. */
const common: BuildOptions = {
  target: 'es2022',
  // Nothing inline: the content security policy allows only files of the site.
  assetsInlineLimit: 0,
};

const dashboard: BuildOptions = {
  ...common,
  chunkSizeWarningLimit: 1500,
  rolldownOptions: {
    output: {
      codeSplitting: {
        groups: [
          // What leads to the sign-in page waits for nothing else.
          { name: 'begin', tags: ['$initial'], priority: 2 },
          // The first page and its frame, with all that they import.
          { name: 'first', test: /src[\\/](app|pages[\\/]home[\\/]home)\.tsx$/, priority: 1 },
          // What two pages share is one file; otherwise a page would be seventy files.
          { name: 'shared', minShareCount: 2 },
        ],
      },
    },
  },
};

/** Built by itself, beside the dashboard: a customer's phone loads nothing of that. */
const onboarding: BuildOptions = {
  ...common,
  emptyOutDir: false,
  rolldownOptions: { input: fileURLToPath(new URL('onboarding.html', import.meta.url)) },
};

export default defineConfig(({ mode }) =>
  mode === 'onboarding'
    ? { plugins: [react()], build: onboarding }
    : { plugins: [react(), routeTable()], build: dashboard },
);
