import { Menu } from 'lucide-react';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { Navigate, Outlet, useParams } from 'react-router';
import { EnvironmentProvider, useLeave } from '../api/environment.tsx';
import { useEnded, usePerson, useSignIn } from '../session/session.tsx';
import { environmentNames, type Settings } from '../settings.ts';
import { t } from '../texts/texts.ts';
import { BesidePages, beside_id } from '../ui/beside.tsx';
import { ReloadProvider } from '../ui/error-alert.tsx';
import { FlashArea, FlashProvider } from '../ui/flashes.tsx';
import { onDemand } from '../ui/on-demand.ts';
import { Loading } from '../ui/page.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { useMedia } from '../ui/use-media.ts';
import { besidePages } from './beside-pages.ts';
import { EnvironmentSwitch } from './environment-switch.tsx';
import { lastEnvironment, rememberEnvironment } from './environments.ts';
import { PageArea } from './page-area.tsx';
import { Brand, SearchButton, Sections } from './sidebar.tsx';
import { Stopped } from './stopped.tsx';

// Parts that open on demand are loaded on demand.
const { Component: Palette } = onDemand(() =>
  import('./palette.tsx').then(({ Palette: shown }) => shown),
);
const { Component: Sheet } = onDemand(() =>
  import('./sheet.tsx').then(({ Sheet: shown }) => shown),
);

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
      <Stopped
        title={endings[ended]}
        button={t.layout.signIn}
        onClick={() => void signIn.startAgain()}
      >
        {t.layout.signInToContinueOn}
      </Stopped>
    );
  if (!person) return <Loading />;
  return (
    <EnvironmentProvider key={name} name={name} settings={settings}>
      <FlashProvider>
        <Frame />
      </FlashProvider>
    </EnvironmentProvider>
  );
};

const endings = { expired: t.layout.yourSessionHas, left: t.layout.youSignedOutIn } as const;

/** From here on the sections stand beside the page. */
const wide = '(min-width: 900px)';

const Frame = () => {
  const isWide = useMedia(wide);
  const [isSearching, setSearching] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const search = () => setSearching(true);
  useKeys((event) => {
    if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return false;
    close();
    search();
    return true;
  });
  return (
    <div className="frame">
      <a className="skip-link" href="#page">
        {t.layout.skipToThePage}
      </a>
      <header id="top" className={isWide ? 'sidebar' : 'bar'}>
        {!isWide && (
          <button
            type="button"
            className="bar-button"
            aria-label={t.layout.openNavigation}
            onClick={() => setOpen(true)}
          >
            <Menu size={18} aria-hidden />
          </button>
        )}
        <Brand />
        <EnvironmentSwitch />
        <SearchButton onSearch={search} />
        {isWide && <Sections />}
      </header>
      <div className="content">
        <section className="notifications" aria-label={t.layout.notifications}>
          <FlashArea />
        </section>
        <PageArea>
          <ReloadProvider>
            <BesidePages value={besidePages}>
              <Outlet />
            </BesidePages>
          </ReloadProvider>
        </PageArea>
      </div>
      <div id={beside_id} />
      <Suspense>
        {isOpen && !isWide && <Sheet onClose={close} />}
        {isSearching && <Palette onClose={() => setSearching(false)} />}
      </Suspense>
    </div>
  );
};
