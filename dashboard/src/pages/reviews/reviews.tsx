import { useEnvironment } from '../../api/environment.tsx';
import { words } from '../../texts/words.ts';
import { customerColumn, ListTable } from '../../ui/list-table.tsx';
import { Page } from '../../ui/page.tsx';
import { Go, Time } from '../../ui/values.tsx';
import { readQueue, waitedText } from './queue.ts';

const queue_ms = 30_000;

/** The verifications that wait for a person's decision, the longest wait first. */
export const Component = () => {
  const { name } = useEnvironment();
  return (
    <Page
      title="Identity review"
      description={
        <>
          Verifications that wait for your decision. Matches on lists are decided at{' '}
          <Go to="/screenings?status=open">open screenings</Go>.
        </>
      }
    >
      <ListTable
        title="Waiting"
        route="verifications.list-all"
        read={async (api, { limit, cursor = '0' }, signal) => {
          const all = await readQueue(api, signal);
          const end = Number(cursor) + limit;
          const has_more = end < all.length;
          return { body: { data: all.slice(end - limit, end), has_more, next_cursor: has_more ? String(end) : null } };
        }}
        follow={() => queue_ms}
        empty={
          name === 'live'
            ? 'No verifications to review. New ones appear here automatically.'
            : 'In Sandbox mode the simulator decides, unless a screening is open. Switch to Production to review identities.'
        }
        columns={[
          { name: 'Verification', cell: ({ id }) => <Go to={`/reviews/${id}`}>Review {id}</Go>, width: 260 },
          { name: 'Level', cell: ({ level }) => words(level), width: 110 },
          customerColumn,
          { name: 'Documents', cell: ({ document_ids }) => document_ids.length, width: 100 },
          { name: 'Waiting', cell: (one) => waitedText(one, Date.now()), width: 100 },
          { name: 'Submitted', cell: ({ submitted_at }) => <Time at={submitted_at} />, width: 125 },
        ]}
      />
    </Page>
  );
};
