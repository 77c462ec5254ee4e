import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** How many rows and cells a key leads on. */
const steps: Readonly<Record<string, readonly [rows: number, stops: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [10, 0],
  PageUp: [-10, 0],
};

const acting = 'a[href], button:not(:disabled), input:not(:disabled)';

/** The places of the focus in a cell: its links and buttons, or the cell itself. */
const stopsIn = (cell: HTMLElement): HTMLElement[] => {
  const inside = [...cell.querySelectorAll<HTMLElement>(acting)];
  return inside.length > 0 ? inside : [cell];
};

const stopsOf = (row: HTMLTableRowElement): HTMLElement[] => [...row.cells].flatMap(stopsIn);

/**
 * The keys of a grid: Tab leads to one place of the table, arrows, Home, End and Page keys lead on from it. Enter on a cell
 * that does nothing follows the link of its row.
 */
export const useGridKeys = (table: RefObject<HTMLTableElement | null>) => {
  const current = useRef<HTMLElement>(null);
  const mark = () => {
    const rows = [...(table.current?.rows ?? [])];
    const all = rows.flatMap(stopsOf);
    const first = table.current?.tBodies[0]?.rows[0];
    const kept = current.current && all.includes(current.current) ? current.current : undefined;
    const entry = kept ?? (first ? stopsOf(first)[0] : all[0]);
    for (const stop of all) stop.tabIndex = stop === entry ? 0 : -1;
  };
  useLayoutEffect(() => {
    if (!table.current) return;
    mark();
    // Cells change without the table, as when the name of a customer comes.
    const observer = new MutationObserver(mark);
    observer.observe(table.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  });
  const onFocus = ({ target }: { readonly target: EventTarget }) => {
    if (!(target instanceof HTMLElement) || !table.current?.contains(target)) return;
    current.current = target;
    mark();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    // Keys of a dialog that a cell opened bubble up to here as well.
    if (!(target instanceof HTMLElement) || !table.current?.contains(target)) return;
    const cell = target.closest<HTMLTableCellElement>('td, th');
    const row = cell?.closest('tr');
    if (!cell || !row || event.altKey || event.metaKey) return;
    const to = targetOf(event, { rows: [...table.current.rows], row, cell, target });
    if (to) {
      event.preventDefault();
      to.focus();
      to.scrollIntoView({ block: 'nearest' });
    } else if (key === 'Enter' && target === cell)
      row.querySelector<HTMLElement>('a[href]')?.click();
  };
  return { onFocus, onKeyDown };
};

type CellPosition = {
  readonly rows: readonly HTMLTableRowElement[];
  readonly row: HTMLTableRowElement;
  readonly cell: HTMLTableCellElement;
  readonly target: HTMLElement;
};

/** The place that a key leads to; undefined for other keys. */
const targetOf = (
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
  { rows, row, cell, target }: CellPosition,
): HTMLElement | undefined => {
  if (key === 'Home' || key === 'End') {
    const end = key === 'Home' ? 0 : -1;
    const of = ctrlKey ? rows.at(end) : row;
    return of && stopsOf(of).at(end);
  }
  const step = ctrlKey ? undefined : steps[key];
  if (!step) return undefined;
  const [down, along] = step;
  if (down === 0) {
    const stops = stopsOf(row);
    return stops[stops.indexOf(target) + along];
  }
  const at = Math.min(Math.max(rows.indexOf(row) + down, 0), rows.length - 1);
  const cells = rows[at]?.cells;
  const below = cells?.[Math.min(cell.cellIndex, cells.length - 1)];
  return below && stopsIn(below)[0];
};
