import { useSearchParams } from 'react-router';
import { useEnvironment } from '../../api/environment.tsx';
import { sentence, t } from '../../texts/texts.ts';
import { countryText, words } from '../../texts/words.ts';
import { Choices } from '../../ui/choices.tsx';
import { CustomerLink, Go } from '../../ui/links.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Loading, Page } from '../../ui/page.tsx';
import { Time } from '../../ui/values.tsx';
import { Holder, readQueue, useHolder, waitedText } from './queue.tsx';

const queue_ms = 30_000;

/** The verifications that wait for a person's decision, the longest wait first. */
export const Component = () => (
  <Page
    title={t.all.identityReview}
    description={sentence(t.reviews.verificationsThat, {
      link: <Go to="/screenings?status=open">{t.all.openScreenings}</Go>,
    })}
  >
    <Queue />
  </Page>
);

/** Which part of the queue is shown: what one has, what nobody has, or all. */
const views = { all: undefined, mine: 'me', unassigned: 'nobody' } as const;

const isView = (text: string | null): text is keyof typeof views => text !== null && text in views;

const Queue = () => {
  const { name } = useEnvironment();
  const { holderIn, isLoading } = useHolder();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('assignee');
  const view = isView(asked) ? asked : 'all';
  const holder = views[view];
  if (isLoading) return <Loading />;
  return (
    <ListTable
      key={view}
      title={t.reviews.views[view]}
      route="verifications.list-all"
      read={async (api, { limit, cursor = '0' }, signal) => {
        const queue = await readQueue(api, signal);
        const holderOf = await holderIn(queue);
        const all = queue.filter((one) => !holder || holderOf(one) === holder);
        const end = Number(cursor) + limit;
        const has_more = end < all.length;
        return {
          body: {
            data: all.slice(end - limit, end),
            has_more,
            next_cursor: has_more ? String(end) : null,
          },
        };
      }}
      follow={() => queue_ms}
      filter={() => (
        <Choices
          label={t.reviews.assignee}
          value={view}
          options={t.reviews.views}
          onChange={(chosen) => setSearch(chosen === 'all' ? {} : { assignee: chosen })}
        />
      )}
      empty={
        holder
          ? t.reviews.noneOfThese
          : name === 'live'
            ? t.reviews.noVerificationsTo
            : t.reviews.inSandboxModeThe
      }
      columns={[
        {
          name: t.all.customer,
          cell: ({ id, customer_id }) => (
            <CustomerLink of={{ customer_id }} to={`/reviews/${id}`} />
          ),
          width: 230,
        },
        { name: t.all.country, cell: ({ country }) => countryText(country), width: 130 },
        { name: t.all.level, cell: ({ level }) => words(level), width: 110 },
        {
          name: t.reviews.verification,
          cell: ({ id }) => <Go to={`/reviews/${id}`}>{sentence(t.reviews.reviewId, { id })}</Go>,
          width: 170,
        },
        { name: t.reviews.assignee, cell: (one) => <Holder verification={one} />, width: 180 },
        { name: t.reviews.waiting, cell: (one) => waitedText(one, Date.now()), width: 100 },
        { name: t.all.submitted, cell: ({ submitted_at }) => <Time at={submitted_at} /> },
      ]}
    />
  );
};
