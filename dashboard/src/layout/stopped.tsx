import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';

/** A page that cannot go on by itself: why, and the one thing to do. */
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
