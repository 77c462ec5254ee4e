import { AppLayoutToolbar } from '@cloudscape-design/components';
import { I18nProvider } from '@cloudscape-design/components/i18n';
import messages from '@cloudscape-design/components/i18n/messages/all.en';
import { useEffect, useState } from 'react';
import { Navigate, Outlet, useParams } from 'react-router';
import { EnvironmentProvider, useLeave } from '../api/environment.tsx';
import { useEnded, usePerson, useSignIn } from '../session/session.tsx';
import { environmentNames, type Settings } from '../settings.ts';
import { language, loaded } from '../texts/language.ts';
import { t } from '../texts/texts.ts';
import { ReloadProvider } from '../ui/error-alert.tsx';
import { FlashArea, FlashProvider } from '../ui/flashes.tsx';
import { Loading } from '../ui/page.tsx';
import { lastEnvironment, rememberEnvironment } from './environments.ts';
import { Navigation } from './navigation.tsx';
import { Stopped } from './stopped.tsx';
import { EnvironmentBar, TopBar } from './top-bar.tsx';

/** The frame of every page. Everything in it belongs to one environment and starts again in the other. */
export const Shell = ({ settings }: { readonly settings: Settings }) => {
  const { environment } = useParams();
  const person = usePerson();
  const ended = useEnded();
  const signIn = useSignIn();
  const leave = useLeave();
  const name = environmentNames.find((one) => one === environment);
  useEffect(() => {
    if (name && !person && !ended) void signIn.start();
  }, [name, person, ended, signIn]);
  useEffect(() => {
    if (name) rememberEnvironment(name);
  }, [name]);
  if (!name) return <Navigate to={`/${lastEnvironment()}/home`} replace />;
  // Instead of a third sign-in.
  if (ended === 'rejected')
    return (
      <Stopped title={t.layout.yourSignInWasNot} button={t.layout.signOut} onClick={leave}>
        {t.layout.youSignedInAgain}
      </Stopped>
    );
  if (ended)
    return (
      <Stopped title={endings[ended]} button={t.layout.signIn} onClick={() => void signIn.startAgain()}>
        {t.layout.signInToContinueOn}
      </Stopped>
    );
  if (!person) return <Loading />;
  return (
    <I18nProvider locale={language} messages={[loaded?.messages ?? messages]}>
      <EnvironmentProvider key={name} name={name} settings={settings}>
        <FlashProvider>
          <Frame />
        </FlashProvider>
      </EnvironmentProvider>
    </I18nProvider>
  );
};

const endings = { expired: t.layout.yourSessionHas, left: t.layout.youSignedOutIn } as const;

/** On narrower screens the navigation covers the page and is closed at first. */
const wide = '(min-width: 689px)';

const Frame = () => {
  const [navigationOpen, setNavigationOpen] = useState(() => matchMedia(wide).matches);
  return (
    <>
      <a className="skip-link" href="#page">
        {t.layout.skipToThePage}
      </a>
      <div id="top" className="top">
        <TopBar />
        <EnvironmentBar />
      </div>
      <AppLayoutToolbar
        headerSelector="#top"
        navigation={<Navigation onGo={() => setNavigationOpen(matchMedia(wide).matches)} />}
        navigationOpen={navigationOpen}
        onNavigationChange={({ detail }) => setNavigationOpen(detail.open)}
        toolsHide
        notifications={<FlashArea />}
        stickyNotifications
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
