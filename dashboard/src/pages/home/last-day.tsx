import BarChart from '@cloudscape-design/components/bar-chart';
import type { Overview } from '../../api/client.ts';
import { clockTime } from '../../texts/words.ts';

/** Deliveries by the hour in which they were created, and their results. */
export const LastDay = ({ hours }: { readonly hours: Overview['deliveries_last_day'] }) => {
  const domain = hours.map(({ hour }) => clockTime(hour));
  const series = (['succeeded', 'failed'] as const).map((name) => ({
    title: name === 'succeeded' ? 'Delivered' : 'Failed',
    type: 'bar' as const,
    ...(name === 'failed' && { color: '#c33d69' }),
    data: hours.map((hour, position) => ({ x: domain[position] ?? '', y: hour[name] })),
  }));
  const most = Math.max(4, ...hours.map(({ succeeded, failed }) => succeeded + failed));
  return (
    <BarChart
      series={series}
      xDomain={domain}
      yDomain={[0, most]}
      stackedBars
      height={200}
      xTitle="Hour"
      yTitle="Deliveries"
      ariaLabel="Deliveries of the last 24 hours, by hour"
      hideFilter
      empty="No deliveries"
      noMatch="No deliveries"
      i18nStrings={{ yTickFormatter: (value) => (Number.isInteger(value) ? String(value) : '') }}
    />
  );
};
