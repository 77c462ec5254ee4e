import { useRouteError } from 'react-router';
import { isStale } from './stale.ts';
import { Stopped } from './stopped.tsx';

/** What stands in the place of a page that broke. A tab from before a deploy is offered the new version. */
export const RouteError = () => {
  const error = useRouteError();
  const reload = () => location.reload();
  if (isStale(error))
    return (
      <Stopped title="The dashboard was updated" button="Load the new version" onClick={reload}>
        This tab shows an older version, or the connection was lost. Everything you saved is safe.
      </Stopped>
    );
  return (
    <Stopped title="This page stopped working" button="Reload" onClick={reload}>
      This is our fault. Reload the page. Everything you saved is safe.
    </Stopped>
  );
};
