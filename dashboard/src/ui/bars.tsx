import { BarChart } from '@cloudscape-design/components';
import { number, t } from '../texts/texts.ts';
import { countedResults } from '../texts/webhooks.ts';
import { words } from '../texts/words.ts';

type Series = {
  readonly title: string;
  readonly color?: string;
  readonly values: readonly number[];
  /** How a value is written; absent: as a number. */
  readonly format?: (value: number) => string;
};

/** Bars above one another, one for each hour or day; `texts` are their names below. */
export const Bars = (props: {
  readonly texts: readonly string[];
  readonly series: readonly Series[];
  readonly label: string;
  readonly xTitle: string;
  readonly yTitle: string;
}) => {
  const { texts, series, label, xTitle, yTitle } = props;
  const sums = texts.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  return (
    <BarChart
      series={series.map(({ values, format = number, ...named }) => ({
        ...{ ...named, type: 'bar' as const, valueFormatter: format },
        data: texts.map((x, at) => ({ x, y: values[at] ?? 0 })),
      }))}
      xDomain={[...texts]}
      yDomain={[0, Math.max(4, ...sums)]}
      stackedBars
      height={200}
      xTitle={xTitle}
      yTitle={yTitle}
      ariaLabel={label}
      hideFilter
      empty={t.all.nothingToShow}
      noMatch={t.all.nothingToShow}
      i18nStrings={{ yTickFormatter: (value) => (Number.isInteger(value) ? number(value) : '') }}
    />
  );
};

const colors = { succeeded: '#067f68', retrying: '#e07f9d', failed: '#ba2e0f', paused: '#8456ce' } as const;

type Counts = Readonly<Record<(typeof countedResults)[number], number>>;

/** Deliveries by the hour or day in which they were created, and their results until now. */
export const DeliveryBars = (props: {
  readonly texts: readonly string[];
  readonly counts: readonly Counts[];
  readonly label: string;
  readonly xTitle: string;
}) => {
  const { counts, ...rest } = props;
  const series = countedResults.map((name) => ({
    ...{ title: words(name), color: colors[name], values: counts.map((one) => one[name]) },
  }));
  return <Bars {...rest} series={series} yTitle={t.all.deliveries} />;
};
