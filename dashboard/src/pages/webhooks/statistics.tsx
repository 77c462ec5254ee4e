import { useState } from 'react';
import { newest_deliveries_max } from '../../../../functions/delivery/deliveries/statistics.ts';
import type { WebhookStatistics } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { zone } from '../../texts/days.ts';
import { filled, number, sentence, t } from '../../texts/texts.ts';
import { outcomeText, successText } from '../../texts/webhooks.ts';
import { clockTime, dayOfMonth, latencyDetails } from '../../texts/words.ts';
import { DeliveriesChart } from '../../ui/charts.tsx';
import { ChoiceField, choicesOf } from '../../ui/fields.tsx';
import { Go } from '../../ui/links.tsx';
import { DetailList, Loaded, Section } from '../../ui/page.tsx';
import { Time } from '../../ui/values.tsx';

type Period = WebhookStatistics['period'];
const periods = choicesOf(t.webhooks.periods);

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
        options={periods}
        onChange={setPeriod}
      />
      <Loaded query={query}>{(statistics) => <Shown statistics={statistics} />}</Loaded>
    </Section>
  );
};

const Shown = ({ statistics }: { readonly statistics: WebhookStatistics }) => {
  const { webhook_id, period, deliveries, deliveries_more, latency, errors, errors_more } =
    statistics;
  const isDay = period === 'day';
  return (
    <div className="fields">
      <DetailList
        details={{
          [t.webhooks.successRate]:
            `${successText(deliveries)}${deliveries_more ? `. ${t.all.stillCounting}` : ''}`,
          ...latencyDetails(latency),
          [errors_more
            ? filled(t.webhooks.errorsOfTheNewest, { count: number(newest_deliveries_max) })
            : t.webhooks.errors]: errors.length > 0 && (
            <>
              <ul className="plain-list">
                {errors.map(({ kind, response_status, count, last_at }) => (
                  <li key={`${kind} ${response_status}`}>
                    {sentence(t.webhooks.lengthCauseLast, {
                      length: number(count),
                      cause: outcomeText({ response_status, error: { kind, message: '' } }),
                      time: <Time at={last_at} />,
                    })}
                  </li>
                ))}
              </ul>
              <Go to={`/deliveries?webhook_id=${webhook_id}&status=undelivered`}>
                {t.webhooks.itsUndelivered}
              </Go>
            </>
          ),
        }}
      />
      <DeliveriesChart
        counts={deliveries}
        texts={deliveries.map(({ begin }) =>
          isDay ? clockTime(begin) : dayOfMonth(begin.slice(0, 10)),
        )}
        label={isDay ? t.webhooks.deliveriesByHour : t.webhooks.deliveriesByDay}
        xTitle={isDay ? filled(t.home.hourZone, { zone }) : t.home.dayUtc}
      />
    </div>
  );
};
