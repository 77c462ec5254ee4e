import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import type { DeliveryWithAttempts } from '../../api/objects.ts';
import { useReadOn } from '../../api/use-read.ts';
import { ProblemAlert } from '../../ui/problem.tsx';
import { AttemptShown } from './attempt.tsx';

/** The attempts before those that a delivery is shown with, a page whenever it is asked for. */
export const EarlierAttempts = ({ of }: { readonly of: DeliveryWithAttempts }) => {
  const [asked, setAsked] = useState(false);
  return asked ? <Listed of={of} /> : <Button onClick={() => setAsked(true)}>Show earlier attempts</Button>;
};

const Listed = ({ of: { id, attempts, attempts_made } }: { readonly of: DeliveryWithAttempts }) => {
  const query = useReadOn({
    key: ['attempts', id],
    read: (api, cursor, signal) =>
      api.deliveries.listAttempts({
        params: { delivery_id: id },
        query: cursor === undefined ? {} : { cursor },
        signal,
      }),
  });
  const oldest = attempts[0]?.number ?? attempts_made + 1;
  const earlier = query.items.filter(({ number }) => number < oldest);
  return (
    <>
      {earlier.map((attempt) => (
        <AttemptShown key={attempt.number} attempt={attempt} />
      ))}
      {query.error && <ProblemAlert error={query.error} />}
      {(query.hasNextPage || query.isPending) && (
        <Button loading={query.isFetching} onClick={() => query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
};
