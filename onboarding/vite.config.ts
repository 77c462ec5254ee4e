import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The page is served beside the dashboard, from one bucket: it has the dashboard's icon, and a file name of its own. */
export default defineConfig({
  plugins: [react()],
  publicDir: at('../dashboard/public'),
  build: {
    // As far back as phones are in use: syntax is lowered, and the sources use no newer built-in.
    target: ['es2020', 'safari14', 'chrome87'],
    // Nothing inline: the content security policy allows only files of the site.
    assetsInlineLimit: 0,
    rolldownOptions: { input: at('onboarding.html') },
  },
});
