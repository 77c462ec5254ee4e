import { StatusIndicator } from '@cloudscape-design/components';
import type { ReactNode } from 'react';
import type { Overview } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.tsx';
import { useAccounts, useApiKeys, useRead, useWebhooks } from '../../api/use-read.ts';
import { zone } from '../../texts/days.ts';
import { counted, filled, inSentence, sentence, t } from '../../texts/texts.ts';
import { disabledText, healthText, successText } from '../../texts/webhooks.ts';
import { clockTime } from '../../texts/words.ts';
import { DeliveriesChart } from '../../ui/charts.tsx';
import { Loaded, Loading, Page, Section } from '../../ui/page.tsx';
import { CopyBelow, CopyId, Go, Time, WebhookLink } from '../../ui/values.tsx';
import { Figures } from './figures.tsx';

const overview_ms = 60_000;

/** What needs attention, the deliveries of the last 24 hours, and what programs need to call the API. */
export const Component = () => {
  const query = useRead('overview.get', {}, { follow: () => overview_ms });
  // Read at the same time, so that nothing moves when it comes.
  const parts = [useAccounts(), useWebhooks(), useApiKeys(), useFirstCustomer()];
  // One that could not be read is pending again when a part of the page asks for it: the page would go, and come, without end.
  const isReading = parts.some(({ isFetched }) => !isFetched);
  return (
    <Page title={t.all.home}>
      {isReading ? (
        <Loading />
      ) : (
        <Loaded query={query}>{(overview) => <Shown overview={overview} />}</Loaded>
      )}
    </Page>
  );
};

const useFirstCustomer = () => useRead('customers.list', { query: { limit: 1 } });

const Shown = ({ overview }: { readonly overview: Overview }) => {
  const items = attentionOf(overview);
  return (
    <>
      <Section title={t.home.needsAttention}>
        {items.length === 0 ? (
          <StatusIndicator type="success">{t.home.everythingIs}</StatusIndicator>
        ) : (
          <ul className="attention">{items}</ul>
        )}
      </Section>
      <FirstSteps hasWebhook={overview.webhooks.total > 0} />
      {overview.webhooks.total > 0 && (
        <Section
          title={t.home.deliveriesLast24}
          description={`${successText(overview.deliveries_last_day)}${overview.deliveries_more ? ` ${t.all.stillCounting}` : ''}`}
        >
          <DeliveriesChart
            counts={overview.deliveries_last_day}
            texts={overview.deliveries_last_day.map(({ hour }) => clockTime(hour))}
            label={t.home.deliveriesOfThe}
            xTitle={filled(t.home.hourZone, { zone })}
          />
        </Section>
      )}
      <Figures />
      <Business />
    </>
  );
};

/** What a new business does first, until all of it is done. */
const FirstSteps = ({ hasWebhook }: { readonly hasWebhook: boolean }) => {
  const { name, settings } = useEnvironment();
  const base = settings.api?.[name];
  const account = useAccounts().data?.data[0];
  const keys = useApiKeys().data?.data;
  const customers = useFirstCustomer().data?.data;
  if (!account || !keys || !customers) return null;
  const hasCalled = keys.some(({ last_used_on }) => last_used_on !== null);
  // The first pair was made with the account, and only who registered the business saw its Secret Key.
  const hasKey = hasCalled || keys.some(({ created_at }) => created_at > account.created_at);
  const hasCustomer = customers.length > 0;
  if (hasCalled && hasWebhook && hasCustomer) return null;
  return (
    <Section title={t.home.firstSteps}>
      <ol className="attention">
        <Step isDone={hasKey}>
          {sentence(t.home.createYourOwnKey, {
            link: <Go to="/configure/api-keys">{t.all.apiKeys}</Go>,
          })}
        </Step>
        {base && (
          <Step isDone={hasCalled}>
            {sentence(t.home.sendTheFirst, {
              copy: (
                <CopyBelow
                  name={inSentence(t.all.request)}
                  value={`curl "${base}accounts" -H "Api-Key: YOUR_KEY"`}
                />
              ),
            })}
          </Step>
        )}
        <Step isDone={hasWebhook}>
          {sentence(t.home.linkToReceive, {
            link: <Go to="/webhooks/new">{t.all.createWebhook}</Go>,
          })}
        </Step>
        <Step isDone={hasCustomer}>
          {sentence(t.home.linkThenVerifyThe, {
            link: <Go to="/customers/new">{t.all.createCustomer}</Go>,
          })}
        </Step>
      </ol>
    </Section>
  );
};

const Step = ({ isDone, children }: { readonly isDone: boolean; readonly children: ReactNode }) => (
  <li>
    <StatusIndicator
      type={isDone ? 'success' : 'pending'}
      iconAriaLabel={isDone ? t.home.done : t.home.toDo}
    >
      {children}
    </StatusIndicator>
  </li>
);

const Attention = ({ children }: { readonly children: ReactNode }) => (
  <li>
    <StatusIndicator type="warning">{children}</StatusIndicator>
  </li>
);

const attentionOf = (of: Overview): readonly ReactNode[] => [
  ...of.webhooks.failing.map((webhook) => (
    <Attention key={webhook.id}>
      <WebhookLink id={webhook.id} url={webhook.url} />:{' '}
      {disabledText(webhook.disabled_reason) ?? healthText(webhook.health)}.{' '}
      <Go to={`/deliveries?webhook_id=${webhook.id}&status=undelivered`}>
        {t.all.failedDeliveries}
      </Go>
    </Attention>
  )),
  ...waiting(of.undelivered, '/deliveries?status=undelivered', t.home.failedDeliveries),
  ...waiting(of.reviews_waiting, '/reviews', t.home.identitiesWait),
  ...waiting(of.screenings_open, '/screenings?status=open', t.home.openScreenings),
  ...of.keys_expiring.map((key) => (
    <Attention key={key.id}>
      {sentence(t.home.linkExpiresTime, {
        link: <Go to="/configure/api-keys">{key.masked}</Go>,
        time: <Time at={key.expires_at} />,
      })}
    </Attention>
  )),
];

type Forms = { readonly one: string; readonly other: string };

const waiting = (
  { count, more }: Overview['undelivered'],
  to: string,
  forms: Forms,
): readonly ReactNode[] => {
  if (count === 0) return [];
  const text = counted(forms, count);
  return [
    <Attention key={to}>
      <Go to={to}>{more ? filled(t.home.moreThan, { text }) : text}</Go>
    </Attention>,
  ];
};

/** What programs send to the API besides the key. */
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
