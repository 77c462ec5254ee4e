import { useState } from 'react';
import type { WebhookStatistics } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { zone } from '../../texts/days.ts';
import { filled, t } from '../../texts/texts.ts';
import { successText } from '../../texts/webhooks.ts';
import { clockTime, dayOfMonth, latencyDetails } from '../../texts/words.ts';
import { DeliveriesChart } from '../../ui/charts.tsx';
import { ChoiceField, optionsOf } from '../../ui/form.tsx';
import { DetailList, Loaded, Section } from '../../ui/page.tsx';

type Period = WebhookStatistics['period'];
const periods: readonly Period[] = ['day', 'week'];

/** How the deliveries of a webhook went: their results over time, and how long its endpoint took. */
export const Statistics = ({ webhookId: webhook_id }: { readonly webhookId: string }) => {
  const [period, setPeriod] = useState<Period>('day');
  const call = { params: { webhook_id }, query: { period } };
  const query = useRead('webhooks.get-statistics', call, { keep: true });
  return (
    <Section title={t.webhooks.statistics}>
      <ChoiceField
        label={t.webhooks.period}
        value={period}
        options={optionsOf(periods, (one) => t.webhooks.periods[one])}
        onChange={setPeriod}
      />
      <Loaded query={query}>{(statistics) => <Shown statistics={statistics} />}</Loaded>
    </Section>
  );
};

const Shown = ({ statistics }: { readonly statistics: WebhookStatistics }) => {
  const { period, deliveries, deliveries_more, latency } = statistics;
  const isDay = period === 'day';
  return (
    <div className="fields">
      <DetailList
        details={{
          [t.webhooks.successRate]: successText(deliveries, deliveries_more && t.webhooks.moreThanCounted),
          ...latencyDetails(latency),
        }}
      />
      <DeliveriesChart
        counts={deliveries}
        texts={deliveries.map(({ begin }) => (isDay ? clockTime(begin) : dayOfMonth(begin.slice(0, 10))))}
        label={isDay ? t.webhooks.deliveriesByHour : t.webhooks.deliveriesByDay}
        xTitle={isDay ? filled(t.home.hourZone, { zone }) : t.home.dayUtc}
      />
    </div>
  );
};
