import { t } from './texts/texts.ts';
import './site.css';
import { type ReactNode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Stopped } from './layout/stopped.tsx';
import { createRouter } from './router.tsx';
import { SessionProvider } from './session/session.tsx';
import type { SignIn, SignIns } from './session/sign-in.ts';
import type { Settings } from './settings.ts';

/** Shows the pages after the sign-in page has led back. */
export const show = (settings: Settings, signIns: SignIns): void =>
  render(
    <SessionProvider signIns={signIns}>
      <RouterProvider router={createRouter(settings)} />
    </SessionProvider>,
  );

/** Says that the dashboard cannot start, and offers to try again. */
export const showFailed = (): void =>
  render(
    <Stopped
      title={t.layout.theDashboardCannot}
      button={t.all.tryAgain}
      onClick={() => location.reload()}
    >
      {t.layout.itCannotReadIts}
    </Stopped>,
  );

/** Says that the sign-in page has led back without a person who is signed in. */
export const showNotSignedIn = (signIn: SignIn): void =>
  render(
    <Stopped
      title={t.layout.notSignedIn}
      button={t.layout.signIn}
      onClick={() => void signIn.start('/')}
    >
      {t.layout.signInFailed}
    </Stopped>,
  );

const render = (content: ReactNode): void => {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element for the dashboard.');
  // In short pieces, between which the browser can answer.
  startTransition(() => createRoot(root).render(content));
};
