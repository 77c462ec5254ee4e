import { Columns3 } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import { filled, t } from '../texts/texts.ts';
import { Dropdown } from './dropdown.tsx';
import type { Preferences } from './list-preferences.ts';

/** One column; the first is the heading of its row. */
export type Column<Item> = {
  readonly name: string;
  /** The content for an item; a dash stands for nothing. */
  readonly cell: (item: Item) => ReactNode;
  /** How wide it is beside the others, in pixels where there is room for all; absent: as a time. */
  readonly width?: number;
  /** It is never narrower than so many pixels, by which its usual content is whole. */
  readonly least?: number;
  /** An amount or a count: its digits end below one another. */
  readonly isNumber?: true;
  /** A text that must be read whole: it takes the lines that it needs. */
  readonly wraps?: true;
  /** It stays on the narrowest screen. */
  readonly stays?: true;
  /** The fields that it shows: an export lacks them while the column is hidden. */
  readonly fields?: readonly string[];
  /** Left out where the list is filtered by one of these. */
  readonly unless?: readonly string[];
};

const time_width_px = 145;

/** Columns are made narrower before one is left out. */
const narrowest = 0.8;

/** The columns of the narrowest screen. */
const columns_min = 3;

type Measured = Pick<Column<never>, 'width' | 'least' | 'stays'>;

/** How wide a column is beside the others. */
const widthOf = ({ width = time_width_px }: Measured): number => width;

/**
 * The columns that fit in a width, in their order: the first three, then the last, which is mostly when it was, then the
 * others. Each has its share of the width, and its least at least.
 */
export const fittingColumns = <One extends Measured>(
  columns: readonly One[],
  width_px: number,
): readonly { readonly column: One; readonly width_px: number }[] => {
  const first = columns.filter(({ stays }, at) => stays ?? at < columns_min);
  const rest = columns.filter((one) => !first.includes(one));
  const kept = new Set(first);
  let sum = first.reduce((total, one) => total + widthOf(one), 0);
  for (const one of [...rest.slice(-1), ...rest.slice(0, -1)]) {
    if ((sum + widthOf(one)) * narrowest > width_px) break;
    sum += widthOf(one);
    kept.add(one);
  }
  const shown = columns.filter((one) => kept.has(one));
  const shares = sharesOf(shown, width_px);
  return shown.map((column) => ({ column, width_px: shares.get(column) ?? 0 }));
};

/** The share of each column in a width: those whose share is below their least have that, and the others share the rest. */
const sharesOf = <One extends Measured>(
  columns: readonly One[],
  width_px: number,
): ReadonlyMap<One, number> => {
  const sum = columns.reduce((total, one) => total + widthOf(one), 0);
  const shareOf = (one: One) => Math.floor((Math.max(width_px, 0) * widthOf(one)) / sum);
  const tight = columns.filter((one) => shareOf(one) < (one.least ?? 0));
  if (tight.length === 0) return new Map(columns.map((one) => [one, shareOf(one)]));
  const leasts = tight.map((one) => [one, one.least ?? 0] as const);
  const taken = leasts.reduce((total, [, least]) => total + least, 0);
  const others = columns.filter((one) => !tight.includes(one));
  return new Map([...leasts, ...sharesOf(others, width_px - taken)]);
};

/** How wide an element is now. */
export const useWidth = (of: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = of.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [of]);
  return width;
};

/** Chooses the columns of a list, and how high the rows of all lists are. */
export const ColumnChoice = (props: {
  readonly name: string;
  readonly columns: readonly Pick<Column<never>, 'name'>[];
  readonly preferences: Preferences;
}) => {
  const { name, columns, preferences } = props;
  return (
    <Dropdown
      label={filled(t.lists.columnsOfName, { name })}
      face={<Columns3 size={16} aria-hidden />}
      isAtEnd
    >
      {() => (
        <fieldset className="column-choices">
          {columns.slice(1).map(({ name }) => (
            <Choice
              key={name}
              name={name}
              isChosen={!preferences.isHidden(name)}
              onChoose={(isChosen) => preferences.show(name, isChosen)}
            />
          ))}
          <hr />
          <Choice
            name={t.lists.compactRows}
            isChosen={preferences.isCompact}
            onChoose={preferences.setCompact}
          />
        </fieldset>
      )}
    </Dropdown>
  );
};

const Choice = (props: {
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}) => (
  <label className="choice">
    <input
      type="checkbox"
      checked={props.isChosen}
      onChange={({ target }) => props.onChoose(target.checked)}
    />
    {props.name}
  </label>
);
