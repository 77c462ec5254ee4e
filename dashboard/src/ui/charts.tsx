import { Suspense } from 'react';
import { countedResults } from '../texts/webhooks.ts';
import { words } from '../texts/words.ts';
import type { BarsProps } from './bars.tsx';
import { onDemand } from './on-demand.ts';
import { Loading } from './page.tsx';

const { Component: Bars } = onDemand(() => import('./bars.tsx').then(({ Bars: shown }) => shown));

/** A chart whose code is loaded with it; its place is as high before. */
export const BarsChart = (props: BarsProps) => (
  <div className="chart">
    <Suspense fallback={<Loading />}>
      <Bars {...props} />
    </Suspense>
  </div>
);

const colors = {
  succeeded: 'var(--chart-delivered)',
  retrying: 'var(--chart-retrying)',
  failed: 'var(--chart-failed)',
  paused: 'var(--chart-paused)',
} as const;

type Counts = Readonly<Record<(typeof countedResults)[number], number>>;

/** Deliveries by the hour or day in which they were created, and their results until now. */
export const DeliveriesChart = (
  props: Pick<BarsProps, 'texts' | 'label' | 'xTitle'> & { readonly counts: readonly Counts[] },
) => {
  const { counts, ...rest } = props;
  const series = countedResults.map((name) => ({
    title: words(name),
    color: colors[name],
    isHatched: name === 'paused',
    values: counts.map((one) => one[name]),
  }));
  return <BarsChart {...rest} series={series} />;
};
