import { applyTheme } from './layout/theme.ts';
import { loadPageAt } from './page-modules.ts';
import { createSignIns, environmentIn, pathToReturnTo, signedInPath } from './session/sign-in.ts';
import { readSettings } from './settings.ts';
import { loadLanguage } from './texts/language.ts';

// Tokens are kept in memory only: a page that starts has no person, unless the sign-in page has just led back to it.
// Only then are the pages loaded; otherwise the browser leaves for the sign-in page without them.

/** The texts come first: the pages read them at once. The page that is opened next loads beside the frame of all. */
const pages = async () => {
  await loadLanguage();
  const app = import('./app.tsx');
  loadPageAt(pathToReturnTo());
  return app;
};

const start = async (): Promise<void> => {
  const isBack = location.pathname === signedInPath;
  const loading = isBack ? pages() : undefined;
  const settings = await readSettings();
  const signIns = createSignIns(settings.sign_in, location.origin);
  const signIn = signIns[environmentIn(location)];
  if (!loading) return signIn.start();
  // The code is exchanged while the pages load. A code works once.
  const [app, path] = await Promise.all([loading, signIn.finish().catch(() => null)]);
  if (path === null) return app.showNotSignedIn(signIn);
  history.replaceState(null, '', path);
  app.show(settings, signIns);
};

applyTheme();
// Not awaited: the pages import from this file and would wait for it while it waits for them.
start().catch(async () => (await pages()).showFailed());
