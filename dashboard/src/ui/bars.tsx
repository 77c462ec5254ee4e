import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { number } from '../texts/texts.ts';

type Series = {
  readonly title: string;
  readonly color?: string;
  /** Drawn as lines on the ground: what waits, rather than what happened. */
  readonly isHatched?: boolean;
  readonly values: readonly number[];
  /** How a value is written; absent: as a number. */
  readonly format?: (value: number) => string;
};

export type BarsProps = {
  readonly texts: readonly string[];
  readonly series: readonly Series[];
  readonly label: string;
  readonly xTitle: string;
};

const height_px = 168;
const x_texts_max = 6;

/** Bars above one another, one for each hour or day; `texts` are their names below. The arrow keys read them one by one. */
export const Bars = ({ texts, series, label, xTitle }: BarsProps) => {
  const [shown, setShown] = useState<number | null>(null);
  const hatching = useId();
  const last = texts.length - 1;
  const sums = texts.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const ceiling = ceilingOf(Math.max(4, ...sums));
  const format = series[0]?.format ?? number;
  const onKey = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: (shown ?? last + 1) - 1,
      ArrowRight: (shown ?? -1) + 1,
      Home: 0,
      End: last,
      Escape: null,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setShown(to === null ? null : Math.min(last, Math.max(0, to)));
  };
  const onPoint = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShown(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * texts.length))));
  };
  const step = Math.ceil(texts.length / x_texts_max);
  return (
    <figure className="bars">
      <ul className="bars-legend">
        {series.map(({ title, color, isHatched, values, format: own = number }) => (
          <li key={title}>
            <Key color={color} hatching={isHatched ? hatching : undefined} />
            <span>{title}</span> <b>{own(values.reduce((sum, value) => sum + value, 0))}</b>
          </li>
        ))}
      </ul>
      <div className="bars-plot">
        <div
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read its bars.
          tabIndex={0}
          aria-label={label}
          onKeyDown={onKey}
          onPointerMove={onPoint}
          onPointerLeave={() => setShown(null)}
        >
          <svg width="100%" height={height_px} aria-hidden>
            <defs>
              <pattern
                id={hatching}
                width="4"
                height="4"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <rect width="1.5" height="4" fill="var(--chart-paused)" />
              </pattern>
            </defs>
            {[0, 0.5, 1].map((part) => (
              <line key={part} x2="100%" y1={lineAt(part)} y2={lineAt(part)} stroke="var(--line)" />
            ))}
            {texts.map((text, at) => (
              <svg
                key={text}
                aria-hidden
                x={`${(at / texts.length) * 100}%`}
                width={`${100 / texts.length}%`}
                height={height_px}
              >
                <Column
                  parts={series.map((one) => ({ ...one, value: one.values[at] ?? 0 }))}
                  {...{ ceiling, hatching, isDim: shown !== null && shown !== at }}
                />
              </svg>
            ))}
          </svg>
        </div>
        <div className="bars-y" aria-hidden>
          {[ceiling, ceiling / 2, 0].map((value) => (
            <span key={value}>{format(value)}</span>
          ))}
        </div>
      </div>
      <div className="bars-x" aria-hidden>
        {texts.map((text, at) => at % step === 0 && <span key={text}>{text}</span>)}
      </div>
      <div role="status" className="bars-readout">
        {shown === null ? (
          <span aria-hidden>{xTitle}</span>
        ) : (
          [
            texts[shown],
            ...series.map(
              (one) => `${one.title} ${(one.format ?? number)(one.values[shown] ?? 0)}`,
            ),
          ].join(' · ')
        )}
      </div>
    </figure>
  );
};

const lineAt = (part: number) => height_px - 0.5 - part * (height_px - 1);

/** A round number that no bar is above: 1, 2 or 5 times a power of ten, or half of it more. */
const ceilingOf = (most: number): number => {
  const half = 10 ** Math.floor(Math.log10(most)) / 2;
  return Math.ceil(most / half) * half;
};

type Part = Omit<Series, 'values'> & { readonly value: number };

const Column = (props: {
  readonly parts: readonly Part[];
  readonly ceiling: number;
  readonly hatching: string;
  readonly isDim: boolean;
}) => {
  const { parts, ceiling, hatching, isDim } = props;
  let ground = 0;
  return (
    <g opacity={isDim ? 0.35 : 1}>
      {parts.map(({ title, color = 'var(--chart-plain)', isHatched, value }) => {
        const height = (value / ceiling) * height_px;
        ground += height;
        const fill = isHatched ? `url(#${hatching})` : color;
        return (
          height > 0 && (
            <rect
              key={title}
              x="14%"
              width="72%"
              y={height_px - ground}
              height={Math.max(1, height - 0.5)}
              fill={fill}
            />
          )
        );
      })}
    </g>
  );
};

const Key = (props: {
  readonly color: string | undefined;
  readonly hatching: string | undefined;
}) => (
  <svg width="9" height="9" aria-hidden>
    <rect
      width="9"
      height="9"
      rx="2"
      fill={props.hatching ? `url(#${props.hatching})` : (props.color ?? 'var(--chart-plain)')}
    />
  </svg>
);
