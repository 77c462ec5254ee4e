import { createSignIn, signedInPath } from './session/sign-in.ts';
import { readSettings } from './settings.ts';

// Tokens live in memory alone: on a page that begins nobody is signed in, unless the sign-in page has just led back to it.
// Only then are the pages loaded; whoever has to leave leaves with what that takes.

const pages = () => import('./app.tsx');

const begin = async (): Promise<void> => {
  const isBack = location.pathname === signedInPath;
  const [settings, app] = await Promise.all([readSettings(), isBack ? pages() : undefined]);
  const signIn = createSignIn(settings.sign_in, location.origin);
  if (app) app.show(settings, signIn);
  else await signIn.start(`${location.pathname}${location.search}`);
};

// Not awaited: the pages import what stands here, and would wait for it while it waits for them.
begin().catch(async () => (await pages()).showFailed());
