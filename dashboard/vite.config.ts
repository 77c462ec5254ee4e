import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { routeTable } from './route-table.ts';

const overlays =
  /react-aria|react-stately|@internationalized|ui[\\/](modal|menu|popover|picker-list|tabs)\.tsx$/;
const calendar = /[Cc]alendar|internationalized[\\/]date/;

export default defineConfig({
  plugins: [
    react(),
    routeTable(),
    // React Aria has its own texts in 34 languages; the site has two.
    { ...optimizeLocales.vite({ locales: ['en-US', 'de-DE'] }), enforce: 'pre' },
  ],
  build: {
    target: 'es2022',
    // Nothing inline: the content security policy allows only files of the site.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The way to the sign-in page waits for nothing else.
            { name: 'begin', tags: ['$initial'], priority: 4 },
            // The first page and its frame, with all that they import.
            { name: 'first', test: /src[\\/](app|pages[\\/]home[\\/]home)\.tsx$/, priority: 3 },
            // The latest rows of Home bring nothing of the lists with them.
            {
              name: 'latest',
              test: /src[\\/]pages[\\/](home[\\/]latest\.tsx|authorizations[\\/]merchant\.ts|events[\\/]subjects\.ts)$/,
              priority: 3,
            },
            { name: 'lists', test: /src[\\/]ui[\\/](list-table|filters)\.tsx$/, priority: 2 },
            // Menus, dialogs, choices and the sections of a narrow page come when they are opened; the
            // calendar, which few people open, by itself.
            {
              name: 'overlays',
              test: (id) => overlays.test(id) && !calendar.test(id),
              priority: 1,
            },
            // The code that two pages share is one file; otherwise a page would be seventy files.
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
});
