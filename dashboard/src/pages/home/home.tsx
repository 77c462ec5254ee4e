import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Overview } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.tsx';
import { useAccounts, useRead } from '../../api/use-read.ts';
import { disabledText, healthText } from '../../texts/webhooks.ts';
import { Loaded, Loading, Page, Section } from '../../ui/page.tsx';
import { CopyId, Go, Time } from '../../ui/values.tsx';

const LastDay = lazy(() => import('./last-day.tsx').then(({ LastDay: part }) => ({ default: part })));

const overview_ms = 60_000;

/** What needs attention, and the deliveries of the last 24 hours. */
export const Component = () => {
  const query = useRead<Overview>({
    key: ['overview'],
    read: (api, signal) => api.overview.get({ signal }),
    follow: () => overview_ms,
  });
  return (
    <Page title="Home">
      <SpaceBetween size="l">
        <Loaded query={query}>{(overview) => <Shown overview={overview} />}</Loaded>
        <Business />
      </SpaceBetween>
    </Page>
  );
};

const Shown = ({ overview }: { readonly overview: Overview }) => {
  const items = attentionOf(overview);
  return (
    <SpaceBetween size="l">
      <Section title="Needs attention">
        {items.length === 0 ? (
          <StatusIndicator type="success">Everything is working.</StatusIndicator>
        ) : (
          <ul className="attention">
            {items.map(({ key, text }) => (
              <li key={key}>
                <StatusIndicator type="warning">{text}</StatusIndicator>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Deliveries, last 24 hours" description={chartNote(overview)}>
        {overview.webhooks.total === 0 ? (
          <>
            No webhooks yet. <Go to="/webhooks/new">Create Webhook</Go> to receive events.
          </>
        ) : (
          <Suspense fallback={<Loading />}>
            <LastDay hours={overview.deliveries_last_day} />
          </Suspense>
        )}
      </Section>
    </SpaceBetween>
  );
};

type Item = { readonly key: string; readonly text: ReactNode };

const attentionOf = ({ webhooks, undelivered, reviews_waiting, screenings_open, keys_expiring }: Overview): Item[] => [
  ...webhooks.failing.map((webhook) => ({
    key: webhook.id,
    text: (
      <>
        <Go to={`/webhooks/${webhook.id}`}>{webhook.url}</Go>:{' '}
        {disabledText(webhook.disabled_reason) ?? healthText(webhook.health)}.{' '}
        <Go to={`/deliveries?webhook_id=${webhook.id}&status=undelivered`}>Failed deliveries</Go>
      </>
    ),
  })),
  ...counted(undelivered, 'undelivered', '/deliveries?status=undelivered', ['failed delivery', 'failed deliveries']),
  ...counted(reviews_waiting, 'reviews', '/reviews', ['identity waits for review', 'identities wait for review']),
  ...counted(screenings_open, 'screenings', '/screenings?status=open', ['open screening', 'open screenings']),
  ...keys_expiring.map((key) => ({
    key: key.id,
    text: (
      <>
        <Go to="/configure/api-keys">{key.masked}</Go> expires <Time at={key.expires_at} />.
      </>
    ),
  })),
];

const counted = (
  { count, more }: Overview['undelivered'],
  key: string,
  to: string,
  [one, several]: readonly [string, string],
): Item[] => {
  if (count === 0) return [];
  const text = `${more ? `More than ${count}` : count} ${count === 1 ? one : several}`;
  return [{ key, text: <Go to={to}>{text}</Go> }];
};

const chartNote = ({ deliveries_complete_from }: Overview): ReactNode =>
  deliveries_complete_from && (
    <>
      Only deliveries since <Time at={deliveries_complete_from} /> are counted.
    </>
  );

/** What programs send to the API besides the key. */
const Business = () => {
  const { name, settings } = useEnvironment();
  const query = useAccounts();
  return (
    <Loaded query={query}>
      {({ data: [account] }) => (
        <Section
          title="Your business"
          {...(account && {
            details: {
              Name: account.name,
              'Business identifier (x-tenant-id)': <CopyId value={account.tenant_id} name="Business identifier" />,
              'Base address': settings.api?.[name] && <CopyId value={settings.api[name]} name="Base address" />,
              Currency: account.currency,
            },
          })}
        >
          {!account && 'No account in this environment yet.'}
        </Section>
      )}
    </Loaded>
  );
};
