import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { counted, filled, t } from '../texts/texts.ts';
import { useGridKeys } from './grid-keys.ts';
import { type Column, fittingColumns, useWidth } from './list-columns.tsx';
import { isShown } from './values.tsx';

/** Which rows of a list are selected. */
export type Selection = {
  readonly ids: readonly unknown[];
  readonly select: (ids: readonly unknown[]) => void;
  /** The actions for the selected rows. */
  readonly actions: () => ReactNode;
};

/** The row that is shown beside the list. */
export type Shown = { readonly id: unknown; readonly show: (id: string) => void };

type GridProps<Item> = {
  readonly title: string;
  /** The title within a sentence. */
  readonly name: string;
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => unknown;
  readonly columns: readonly Column<Item>[];
  readonly isCompact: boolean;
  readonly isBusy: boolean;
  /** In the place of rows where there are none. */
  readonly empty: ReactNode;
  readonly selection?: Selection | undefined;
  readonly shown?: Shown | undefined;
};

const selection_width_px = 40;

/** The rows of a list: one line each, with as many columns as there is room for. */
export const ListGrid = <Item,>(props: GridProps<Item>) => {
  const { title, name, items, idOf, columns, isCompact, isBusy, empty, selection, shown } = props;
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const width = useWidth(frame);
  const keys = useGridKeys(table);
  const fitting = fittingColumns(columns, width - (selection ? selection_width_px : 0));
  const ids = items.map(idOf);
  const count = fitting.length + (selection ? 1 : 0);
  return (
    <div ref={frame} className="list">
      {selection && selection.ids.length > 0 && <SelectionBar {...selection} />}
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrows lead from cell to cell.
        role="grid"
        aria-label={title}
        aria-busy={isBusy}
        data-compact={isCompact}
        {...keys}
      >
        <colgroup>
          {selection && <col width={selection_width_px} />}
          {fitting.map(({ column, width_px }) => (
            <col key={column.name} width={width_px} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th scope="col">
                <SelectAll name={name} ids={ids} selection={selection} />
              </th>
            )}
            {fitting.map(({ column: { name, isNumber } }) => (
              <th key={name} scope="col" title={name} className={isNumber && 'number'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.length === 0 && (
            <tr>
              <td colSpan={count}>{empty}</td>
            </tr>
          )}
          {items.map((item) => (
            <Row
              key={String(idOf(item))}
              id={idOf(item)}
              selection={selection}
              shown={shown}
              cells={fitting.map(({ column }) => ({ ...column, content: column.cell(item) }))}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** In the place of the names of the columns: how many rows are selected, and what is done with them. */
const SelectionBar = ({ ids, select, actions }: Selection) => (
  <section className="selection" aria-label={t.lists.selectedRows}>
    <div className="selection-bar">
      <span role="status">{counted(t.lists.selected, ids.length)}</span>
      {actions()}
      <button
        type="button"
        className="icon-button"
        aria-label={t.lists.clearSelection}
        title={t.lists.clearSelection}
        onClick={() => select([])}
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  </section>
);

type Cell = {
  readonly name: string;
  readonly isNumber?: true;
  readonly wraps?: true;
  readonly content: ReactNode;
};

const Row = (props: {
  readonly id: unknown;
  readonly cells: readonly Cell[];
  readonly selection: Selection | undefined;
  readonly shown: Shown | undefined;
}) => {
  const { id, cells, selection, shown } = props;
  const isSelected = selection?.ids.includes(id);
  return (
    <tr
      aria-selected={isSelected}
      aria-current={shown?.id === id || undefined}
      onClickCapture={(event) => {
        if (!shown) return openRow(event);
        if (!isOfRow(event)) return;
        event.preventDefault();
        event.stopPropagation();
        shown.show(String(id));
      }}
      onFocus={({ target }) => {
        // With an object beside the list the arrows lead from object to object.
        if (shown?.id !== undefined && target.matches(':focus-visible')) shown.show(String(id));
      }}
    >
      {selection && (
        <td>
          <input
            type="checkbox"
            aria-label={filled(t.ui.selectId, { id })}
            checked={isSelected}
            onChange={() =>
              selection.select(
                isSelected ? selection.ids.filter((one) => one !== id) : [...selection.ids, id],
              )
            }
          />
        </td>
      )}
      {cells.map((cell, at) =>
        at === 0 ? (
          <th key={cell.name} scope="row">
            <CellText {...cell} />
          </th>
        ) : (
          <td key={cell.name}>
            <CellText {...cell} />
          </td>
        ),
      )}
    </tr>
  );
};

/** A click beside the links of a row opens the row's page, unless it ends the selecting of a text. */
const openRow = (event: MouseEvent<HTMLElement>): void => {
  if (!isOfRow(event) || (event.target as Element).closest('a')) return;
  if (getSelection()?.isCollapsed === false) return;
  event.currentTarget.querySelector<HTMLElement>('th a')?.click();
};

/** Whether a click is one on the row itself, or on the link to its page. */
const isOfRow = (event: MouseEvent<HTMLElement>): boolean => {
  const { target, currentTarget: row } = event;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  if (!(target instanceof Element) || !row.contains(target)) return false;
  // Beside a checkbox a click that missed it would leave the page, and with it the selection.
  const acting = target.closest('a, button, input, label, td:has(> input)');
  return acting === null || acting === row.querySelector('a');
};

const CellText = ({ name, isNumber, wraps, content }: Cell) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: only its title is set, where the text is cut.
  <div
    className={['cell', isNumber && 'number', wraps && 'wraps'].filter(Boolean).join(' ')}
    data-name={name}
    onMouseEnter={titleIfCut}
  >
    {isShown(content) ? content : '–'}
  </div>
);

const SelectAll = (props: {
  readonly name: string;
  readonly ids: readonly unknown[];
  readonly selection: Selection;
}) => {
  const { name, ids, selection } = props;
  const box = useRef<HTMLInputElement>(null);
  const isAll = ids.length > 0 && ids.every((id) => selection.ids.includes(id));
  const isSome = ids.some((id) => selection.ids.includes(id));
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome && !isAll;
  });
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={filled(t.ui.selectAllName, { name })}
      disabled={ids.length === 0}
      checked={isAll}
      onChange={() => selection.select(isAll ? [] : ids)}
    />
  );
};

/** The whole text of a cell on hover, where it does not fit. */
const titleIfCut = ({ currentTarget: cell }: MouseEvent<HTMLElement>) => {
  const parts = [cell, ...cell.querySelectorAll('a')];
  const isCut = parts.some((part) => part.scrollWidth > part.clientWidth + 1);
  cell.title = isCut ? cell.innerText : '';
};
