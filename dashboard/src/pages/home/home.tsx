import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import type { Overview } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.tsx';
import {
  useAccounts,
  useApiKeys,
  useFirstCustomer,
  useRead,
  useWebhooks,
} from '../../api/use-read.ts';
import { zone } from '../../texts/days.ts';
import { filled, t } from '../../texts/texts.ts';
import { clockTime } from '../../texts/words.ts';
import { DeliveriesChart } from '../../ui/charts.tsx';
import { Choices } from '../../ui/choices.tsx';
import { onDemand } from '../../ui/on-demand.ts';
import { Loaded, Loading, Page, Section } from '../../ui/page.tsx';
import { CopyId } from '../../ui/values.tsx';
import { Attention } from './attention.tsx';
import { FirstSteps } from './first-steps.tsx';
import { early_ms, home_ms } from './follow.ts';
import { Tiles } from './tiles.tsx';

const { Component: Figures } = onDemand(() =>
  import('./figures.tsx').then(({ Figures: shown }) => shown),
);
const { Component: Latest } = onDemand(() =>
  import('./latest.tsx').then(({ Latest: shown }) => shown),
);

/** The figures of a day or a month, what needs attention, and what programs need to call the API. */
export const Component = () => {
  const query = useRead(
    'overview.get',
    {},
    { follow: (read) => (isEmpty(read) ? early_ms : home_ms) },
  );
  const [search, setSearch] = useSearchParams();
  const period = search.get('period') === 'month' ? 'month' : 'day';
  // Read at the same time, so that nothing moves when it comes.
  const parts = [useAccounts(), useWebhooks(), useApiKeys(), useFirstCustomer()];
  // One that could not be read is pending again when a part of the page asks for it: the page would go, and come, without end.
  const isReading = parts.some(({ isFetched }) => !isFetched);
  return (
    <Page
      title={t.all.home}
      actions={
        <>
          {query.data && (
            <span className="muted as-of">
              {filled(t.home.asOf, { time: clockTime(query.data.as_of) })}
            </span>
          )}
          <Choices
            label={t.home.period}
            value={period}
            options={t.home.periods}
            onChange={(chosen) => setSearch(chosen === 'day' ? {} : { period: chosen })}
          />
        </>
      }
    >
      {isReading ? (
        <Loading />
      ) : (
        <Loaded query={query}>
          {(overview) => <Shown overview={overview} isMonth={period === 'month'} />}
        </Loaded>
      )}
    </Page>
  );
};

/** Whether nothing was counted in the last 24 hours. */
const isEmpty = ({ last_day: { deliveries, approved, declined } }: Overview): boolean =>
  [...Object.values(deliveries), approved, declined].every((count) => count === 0);

const Shown = (props: { readonly overview: Overview; readonly isMonth: boolean }) => {
  const { overview, isMonth } = props;
  return (
    <div className="home">
      {!isMonth && <Tiles overview={overview} />}
      <Attention overview={overview} />
      <FirstSteps hasWebhook={overview.webhooks.total > 0} />
      {isMonth ? (
        <Suspense fallback={<Loading />}>
          <Figures />
        </Suspense>
      ) : (
        <LastDay overview={overview} />
      )}
      <Business />
    </div>
  );
};

const LastDay = ({ overview: { hours, more, webhooks } }: { readonly overview: Overview }) => (
  <>
    {webhooks.total > 0 && (
      <Section title={t.home.deliveriesLast24} description={more && t.all.stillCounting}>
        <DeliveriesChart
          counts={hours.map(({ deliveries }) => deliveries)}
          texts={hours.map(({ hour }) => clockTime(hour))}
          label={t.home.deliveriesOfThe}
          xTitle={filled(t.home.hourZone, { zone })}
        />
      </Section>
    )}
    <div className="latest">
      <Suspense fallback={<Loading />}>
        <Latest />
      </Suspense>
    </div>
  </>
);

/** Headers that programs send to the API besides the key. */
const Business = () => {
  const { name, settings } = useEnvironment();
  const query = useAccounts();
  return (
    <Loaded query={query}>
      {({ data: [account] }) => (
        <Section
          title={t.home.yourBusiness}
          {...(account && {
            details: {
              [t.all.name]: account.name,
              [t.all.businessIdentifier]: (
                <CopyId value={account.tenant_id} name={t.all.businessIdentifier2} />
              ),
              [t.all.baseAddress]: settings.api?.[name] && (
                <CopyId value={settings.api[name]} name={t.all.baseAddress} />
              ),
              [t.all.currency]: account.currency,
            },
          })}
        >
          {!account && t.home.noAccountInThis}
        </Section>
      )}
    </Loaded>
  );
};
