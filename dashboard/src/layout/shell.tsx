import AppLayoutToolbar from '@cloudscape-design/components/app-layout-toolbar';
import { I18nProvider } from '@cloudscape-design/components/i18n';
import messages from '@cloudscape-design/components/i18n/messages/all.en';
import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useParams } from 'react-router';
import { EnvironmentProvider, useLeave } from '../api/environment.tsx';
import { useInVain, usePerson, useSignIn } from '../session/session.tsx';
import { environmentNames, type Settings } from '../settings.ts';
import { FlashArea, FlashProvider } from '../ui/flashes.tsx';
import { Loading } from '../ui/loaded.tsx';
import { ReloadProvider } from '../ui/reload.tsx';
import { EnvironmentBar } from './environment-bar.tsx';
import { lastEnvironment, rememberEnvironment } from './last-environment.ts';
import { Navigation } from './navigation.tsx';
import { Stopped } from './stopped.tsx';
import { TopBar } from './top-bar.tsx';

/** What stands around every page. Everything below belongs to one environment and begins anew in the other. */
export const Shell = ({ settings }: { readonly settings: Settings }) => {
  const { environment } = useParams();
  const { pathname, search } = useLocation();
  const person = usePerson();
  const inVain = useInVain();
  const signIn = useSignIn();
  const name = environmentNames.find((one) => one === environment);
  const here = `${pathname}${search}`;
  useEffect(() => {
    if (name && !person) void signIn.start(here);
  }, [name, person, signIn, here]);
  useEffect(() => {
    if (name) rememberEnvironment(name);
  }, [name]);
  if (!name) return <Navigate to={`/${lastEnvironment()}/home`} replace />;
  if (inVain) return <InVain />;
  if (!person) return <Loading />;
  return (
    <I18nProvider locale="en" messages={[messages]}>
      <EnvironmentProvider key={name} name={name} settings={settings}>
        <FlashProvider>
          <Frame />
        </FlashProvider>
      </EnvironmentProvider>
    </I18nProvider>
  );
};

/** The API refused somebody who had just signed in again: what may help stands here instead of a third time. */
const InVain = () => (
  <Stopped title="Your sign-in was not accepted" button="Sign out" onClick={useLeave()}>
    You signed in again, but the API still does not accept it. Sign out and sign in once more. If that does not help,
    ask an owner of your business whether you are still a member.
  </Stopped>
);

/** Narrower than this the places lie over the page, and open when somebody asks. */
const wide = '(min-width: 689px)';

const Frame = () => {
  const [placesOpen, setPlacesOpen] = useState(() => matchMedia(wide).matches);
  return (
    <>
      <a className="skip-link" href="#page">
        Skip to the page
      </a>
      <div id="top" className="top">
        <TopBar />
        <EnvironmentBar />
      </div>
      <AppLayoutToolbar
        headerSelector="#top"
        navigation={<Navigation onGo={() => setPlacesOpen(matchMedia(wide).matches)} />}
        navigationOpen={placesOpen}
        onNavigationChange={({ detail }) => setPlacesOpen(detail.open)}
        toolsHide
        notifications={<FlashArea />}
        stickyNotifications
        ariaLabels={{
          navigation: 'Navigation',
          navigationToggle: 'Open navigation',
          navigationClose: 'Close navigation',
          notifications: 'Notifications',
        }}
        content={
          <div id="page" tabIndex={-1} className="page-heading">
            <ReloadProvider>
              <Outlet />
            </ReloadProvider>
          </div>
        }
      />
    </>
  );
};
