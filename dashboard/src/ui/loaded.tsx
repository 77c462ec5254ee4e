import Box from '@cloudscape-design/components/box';
import Spinner from '@cloudscape-design/components/spinner';
import type { ReactNode } from 'react';
import type { Read } from '../api/use-read.ts';
import { ProblemAlert } from './problem.tsx';

/** What was read, or that it is being read, or why it could not be. */
export const Loaded = <Body,>(props: { readonly query: Read<Body>; readonly children: (body: Body) => ReactNode }) => {
  const { query, children } = props;
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading />;
};

/** That something is on its way. */
export const Loading = () => (
  <Box textAlign="center" padding="xl">
    <div role="status">
      <Spinner /> Loading
    </div>
  </Box>
);
