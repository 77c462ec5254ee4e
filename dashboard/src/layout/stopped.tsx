import { Box, Button, SpaceBetween } from '@cloudscape-design/components';
import type { ReactNode } from 'react';
import { useRouteError } from 'react-router';

/** Shown where a page cannot continue: why, and the one thing to do. */
export const Stopped = (props: {
  readonly title: string;
  readonly children: ReactNode;
  readonly button: string;
  readonly onClick: () => void;
}) => {
  const { title, children, button, onClick } = props;
  return (
    <main role="alert">
      <Box textAlign="center" padding="xxl">
        <SpaceBetween size="m">
          <Box variant="h1">{title}</Box>
          <Box>{children}</Box>
          <Button variant="primary" onClick={onClick}>
            {button}
          </Button>
        </SpaceBetween>
      </Box>
    </main>
  );
};

/** Shown instead of a page that failed. A tab from before a deploy is offered the new version. */
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

/** Whether a part of the site could not be loaded: each browser has its own message for it. */
const isStale = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|preload CSS|error loading/i.test(error.message);
