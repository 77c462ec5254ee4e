import { BarChart } from '@cloudscape-design/components';
import { number, t } from '../texts/texts.ts';

type Series = {
  readonly title: string;
  readonly color?: string;
  readonly values: readonly number[];
  /** How a value is written; absent: as a number. */
  readonly format?: (value: number) => string;
};

export type BarsProps = {
  readonly texts: readonly string[];
  readonly series: readonly Series[];
  readonly label: string;
  readonly xTitle: string;
  readonly yTitle: string;
};

/** Bars above one another, one for each hour or day; `texts` are their names below. */
export const Bars = ({ texts, series, label, xTitle, yTitle }: BarsProps) => {
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
