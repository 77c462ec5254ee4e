import { BarChart } from '@cloudscape-design/components';
import type { Overview } from '../../api/client.ts';
import { zone } from '../../texts/days.ts';
import { filled, t } from '../../texts/texts.ts';
import { countedResults } from '../../texts/webhooks.ts';
import { clockTime, words } from '../../texts/words.ts';

const colors = { succeeded: '#067f68', retrying: '#e07f9d', failed: '#ba2e0f', paused: '#8456ce' } as const;

/** Deliveries by the hour in which they were created, and their results until now. */
export const LastDay = ({ hours }: { readonly hours: Overview['deliveries_last_day'] }) => {
  const domain = hours.map(({ hour }) => clockTime(hour));
  const series = countedResults.map((name) => ({
    title: words(name),
    type: 'bar' as const,
    color: colors[name],
    data: hours.map((hour, position) => ({ x: domain[position] ?? '', y: hour[name] })),
  }));
  const most = Math.max(4, ...hours.map((hour) => countedResults.reduce((sum, name) => sum + hour[name], 0)));
  return (
    <BarChart
      series={series}
      xDomain={domain}
      yDomain={[0, most]}
      stackedBars
      height={200}
      xTitle={filled(t.home.hourZone, { zone })}
      yTitle={t.all.deliveries}
      ariaLabel={t.home.deliveriesOfThe}
      hideFilter
      empty={t.home.noDeliveries}
      noMatch={t.home.noDeliveries}
      i18nStrings={{ yTickFormatter: (value) => (Number.isInteger(value) ? String(value) : '') }}
    />
  );
};
