import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { routeTable } from './route-table.ts';

export default defineConfig({
  plugins: [react(), routeTable()],
  build: {
    target: 'es2022',
    // Nothing inline: the policy of the site allows what it serves itself.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What leaves for the sign-in page waits for nothing else.
            { name: 'begin', tags: ['$initial'], priority: 1 },
            // What two pages share is one file, or a page would come in seventy.
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
});
