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
        This tab is of the version before, or the network broke. Nothing that you saved is lost.
      </Stopped>
    );
  return (
    <Stopped title="This page broke" button="Reload" onClick={reload}>
      That is a fault of ours. Reload the page; what you saved is safe.
    </Stopped>
  );
};
