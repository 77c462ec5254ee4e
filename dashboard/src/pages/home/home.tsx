import { StatusIndicator } from '@cloudscape-design/components';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Overview } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.tsx';
import { useAccounts, useRead, useWebhooks } from '../../api/use-read.ts';
import { countedResults, disabledText, healthText } from '../../texts/webhooks.ts';
import { Loaded, Loading, Page, Section } from '../../ui/page.tsx';
import { CopyBelow, CopyId, Go, Time } from '../../ui/values.tsx';
import { WebhookLink } from '../../ui/webhook-link.tsx';

const LastDay = lazy(() => import('./last-day.tsx').then(({ LastDay: part }) => ({ default: part })));

const overview_ms = 60_000;

/** What needs attention, the deliveries of the last 24 hours, and what programs need to call the API. */
export const Component = () => {
  const query = useRead('overview.get', {}, { follow: () => overview_ms });
  // Read at the same time, so that nothing moves when it comes.
  useAccounts();
  const isNaming = useWebhooks().isPending;
  return (
    <Page title="Home">
      {isNaming ? <Loading /> : <Loaded query={query}>{(overview) => <Shown overview={overview} />}</Loaded>}
    </Page>
  );
};

const Shown = ({ overview }: { readonly overview: Overview }) => {
  const items = attentionOf(overview);
  return (
    <>
      <Section title="Needs attention">
        {items.length === 0 ? (
          <StatusIndicator type="success">Everything is working</StatusIndicator>
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
      {overview.webhooks.total === 0 ? (
        <FirstSteps />
      ) : (
        <Section title="Deliveries, last 24 hours" description={successText(overview)}>
          <div className="chart">
            <Suspense fallback={<Loading />}>
              <LastDay hours={overview.deliveries_last_day} />
            </Suspense>
          </div>
        </Section>
      )}
      <Business />
    </>
  );
};

/** How many of the deliveries arrived: those of the chart, which the list of deliveries shows one by one. */
const successText = ({ deliveries_last_day: hours, deliveries_more: more }: Overview): string => {
  const sum = (name: (typeof countedResults)[number]) => hours.reduce((all, hour) => all + hour[name], 0);
  const all = countedResults.reduce((total, name) => total + sum(name), 0);
  if (all === 0) return 'No deliveries were created.';
  const [delivered, total] = [sum('succeeded'), all].map((count) => count.toLocaleString('en'));
  // Rounded down: 100 % means each of them.
  const percent = Math.floor((sum('succeeded') / all) * 1_000) / 10;
  const least = more ? ' One hour has more than are counted here.' : '';
  return `${delivered} of ${total} delivered (${percent} %).${least}`;
};

/** What a new business does first. */
const FirstSteps = () => {
  const { name, settings } = useEnvironment();
  const base = settings.api?.[name];
  return (
    <Section title="First steps">
      <ol className="steps">
        <li>
          Copy a key from <Go to="/configure/api-keys">API keys</Go>.
        </li>
        {base && (
          <li>
            Send the first request: <CopyBelow name="request" value={`curl "${base}accounts" -H "Api-Key: YOUR_KEY"`} />
          </li>
        )}
        <li>
          <Go to="/webhooks/new">Create Webhook</Go> to receive events.
        </li>
        <li>
          <Go to="/customers/new">Create customer</Go>, then verify the identity and issue a card.
        </li>
      </ol>
    </Section>
  );
};

type Item = { readonly key: string; readonly text: ReactNode };

const attentionOf = ({ webhooks, undelivered, reviews_waiting, screenings_open, keys_expiring }: Overview): Item[] => [
  ...webhooks.failing.map((webhook) => ({
    key: webhook.id,
    text: (
      <>
        <WebhookLink id={webhook.id} url={webhook.url} />:{' '}
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
