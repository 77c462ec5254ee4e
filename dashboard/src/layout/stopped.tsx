import { type ReactNode, useEffect } from 'react';
import { useRouteError } from 'react-router';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';

/** Shown where a page cannot continue: why, and the one thing to do. */
export const Stopped = (props: {
  readonly title: string;
  readonly children: ReactNode;
  readonly button: string;
  readonly onClick: () => void;
}) => {
  const { title, children, button, onClick } = props;
  return (
    <main role="alert" className="stopped">
      <h1>{title}</h1>
      <p>{children}</p>
      <Button variant="primary" onClick={onClick}>
        {button}
      </Button>
    </main>
  );
};

/** Shown instead of a page that failed. A tab from before a deploy is offered the new version; an offline one waits. */
export const RouteError = () => {
  const stale = isStale(useRouteError());
  const offline = stale && !navigator.onLine;
  useEffect(() => {
    if (!offline) return;
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [offline]);
  const [title, button, text] = offline
    ? [t.layout.youAreOffline, t.all.tryAgain, t.layout.thisPageLoads]
    : stale
      ? [t.layout.theDashboardWas, t.layout.loadTheNewVersion, t.layout.thisTabShowsAn]
      : [t.layout.thisPageStopped, t.all.reload, t.layout.thisIsOurFault];
  return (
    <Stopped title={title} button={button} onClick={reload}>
      {text}
    </Stopped>
  );
};

const reload = () => location.reload();

/** Whether a part of the site could not be loaded: each browser has its own message for it. */
const isStale = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|preload CSS|error loading/i.test(error.message);
