import { useEnvironment } from '../../api/environment.tsx';
import { sentence, t } from '../../texts/texts.ts';
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
      title={t.all.identityReview}
      description={sentence(t.reviews.verificationsThat, {
        link: <Go to="/screenings?status=open">{t.all.openScreenings}</Go>,
      })}
    >
      <ListTable
        title={t.reviews.waiting}
        route="verifications.list-all"
        read={async (api, { limit, cursor = '0' }, signal) => {
          const all = await readQueue(api, signal);
          const end = Number(cursor) + limit;
          const has_more = end < all.length;
          return { body: { data: all.slice(end - limit, end), has_more, next_cursor: has_more ? String(end) : null } };
        }}
        follow={() => queue_ms}
        empty={name === 'live' ? t.reviews.noVerificationsTo : t.reviews.inSandboxModeThe}
        columns={[
          {
            name: t.reviews.verification,
            cell: ({ id }) => <Go to={`/reviews/${id}`}>{sentence(t.reviews.reviewId, { id })}</Go>,
            width: 260,
          },
          { name: t.all.level, cell: ({ level }) => words(level), width: 110 },
          customerColumn,
          { name: t.all.documents, cell: ({ document_ids }) => document_ids.length, width: 100 },
          { name: t.reviews.waiting, cell: (one) => waitedText(one, Date.now()), width: 100 },
          { name: t.all.submitted, cell: ({ submitted_at }) => <Time at={submitted_at} />, width: 125 },
        ]}
      />
    </Page>
  );
};
