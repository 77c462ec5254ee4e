import '@cloudscape-design/global-styles/index.css';
import './site.css';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Stopped } from './layout/stopped.tsx';
import { startTheme } from './layout/theme.ts';
import { createRouter } from './router.tsx';
import { SessionProvider } from './session/session.tsx';
import { createSignIn } from './session/sign-in.ts';
import { readSettings } from './settings.ts';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for the dashboard.');
const root = createRoot(place);
startTheme();

try {
  const settings = await readSettings();
  const signIn = createSignIn(settings.sign_in, location.origin);
  root.render(
    <SessionProvider signIn={signIn}>
      <RouterProvider router={createRouter(settings)} />
    </SessionProvider>,
  );
} catch {
  root.render(
    <Stopped title="The dashboard cannot start" button="Try again" onClick={() => location.reload()}>
      Its settings could not be read. Check your network and try again.
    </Stopped>,
  );
}
