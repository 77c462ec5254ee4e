import { useEnvironment } from '../api/environment.tsx';
import type { Verification } from '../api/objects.ts';
import { customerColumn } from '../ui/customer-column.tsx';
import { Go } from '../ui/go.tsx';
import { ListTable } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../ui/words.ts';

const queue_ms = 30_000;

/** The verifications that wait for a person's decision. */
export const Component = () => {
  const { name } = useEnvironment();
  return (
    <Page
      title="Identity review"
      description="Verifications that wait for a person to compare the documents and decide."
    >
      <ListTable<Verification>
        title="Waiting"
        of={['reviews']}
        read={(api, page, signal) => api.verifications.listAll({ query: { ...page, reviewing: 'true' }, signal })}
        idOf={({ id }) => id}
        follow={() => queue_ms}
        empty={
          name === 'live'
            ? 'Nothing waits. What is submitted appears here by itself.'
            : 'In Sandbox mode the simulator decides. What people decide waits in Production.'
        }
        columns={[
          { name: 'Verification', cell: ({ id }) => <Go to={`/reviews/${id}`}>Review {id}</Go>, width: 260 },
          { name: 'Level', cell: ({ level }) => words(level), width: 110 },
          customerColumn,
          { name: 'Documents', cell: ({ document_ids }) => document_ids.length, width: 100 },
          { name: 'Submitted', cell: ({ submitted_at }) => <Time at={submitted_at} />, width: 125 },
        ]}
      />
    </Page>
  );
};
