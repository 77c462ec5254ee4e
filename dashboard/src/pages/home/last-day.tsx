import { BarChart } from '@cloudscape-design/components';
import type { Overview } from '../../api/client.ts';
import { zone } from '../../texts/days.ts';
import { countedResults } from '../../texts/webhooks.ts';
import { clockTime } from '../../texts/words.ts';
import { statusText } from '../../ui/values.tsx';

const colors = { succeeded: '#067f68', retrying: '#e07f9d', failed: '#ba2e0f', paused: '#8456ce' } as const;

/** Deliveries by the hour in which they were created, and their results until now. */
export const LastDay = ({ hours }: { readonly hours: Overview['deliveries_last_day'] }) => {
  const domain = hours.map(({ hour }) => clockTime(hour));
  const series = countedResults.map((name) => ({
    title: statusText(name),
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
      xTitle={`Hour (${zone})`}
      yTitle="Deliveries"
      ariaLabel="Deliveries of the last 24 hours, by hour"
      hideFilter
      empty="No deliveries"
      noMatch="No deliveries"
      i18nStrings={{ yTickFormatter: (value) => (Number.isInteger(value) ? String(value) : '') }}
    />
  );
};
