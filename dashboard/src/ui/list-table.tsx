import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { cursorOf, type ListBody, type ReadList } from '../api/paging.ts';
import { usePages } from '../api/use-pages.ts';
import { useReadPage } from '../api/use-read.ts';
import { ErrorAlert } from './error-alert.tsx';
import { ExportButton } from './export.tsx';
import { Go, TimeStyle } from './values.tsx';

/** One column; the first is the heading of its row. */
type Column<Item> = { readonly name: string; readonly cell: (item: Item) => ReactNode; readonly width?: number };

/** The props of a resource's table: what is listed, and its filter and actions. */
export type TableOf<Query> = {
  readonly query: Query;
  /** The filters of the page's own list, with what is wrong with them. */
  readonly filter?: (error: unknown) => ReactNode;
  readonly actions?: ReactNode;
};

type Listing<Item> = {
  /** What is listed, in words: “Customers”. */
  readonly title: string;
  /** What is read besides its page: filters, or the resource that the list belongs to. */
  readonly query?: object;
  readonly read: ReadList<Item>;
  /** The field that identifies an item, where it is not its id. */
  readonly trackBy?: string;
  readonly columns: readonly Column<Item>[];
  readonly actions?: ReactNode;
  readonly filter?: TableOf<object>['filter'];
  /** Shown in an empty list without filters. */
  readonly empty: ReactNode;
  /** What can be done with the ticked rows of a page; without it no row can be ticked. */
  readonly bulk?: (ticked: readonly Item[]) => ReactNode;
  /** Milliseconds until the page is read again while something on it changes. */
  readonly follow?: (items: readonly Item[]) => number | false;
};

const page_items = 25;

/** A list of the API, page by page: nothing loads everything. Other filters begin at the first page. */
export const ListTable = <Item,>(props: Listing<Item>) => <Pages key={JSON.stringify(props.query)} {...props} />;

const Pages = <Item,>(props: Listing<Item>) => {
  const { title, query: of = {}, read, trackBy = 'id', columns, actions, filter, follow, bulk } = props;
  const [pages, turn] = usePages(title, filter !== undefined);
  const [ticked, setTicked] = useState<readonly unknown[]>([]);
  const cursor = cursorOf(pages);
  const query = useReadPage<ListBody<Item>>({
    key: [title, of, cursor],
    read: (api, signal) => read(api, { limit: page_items, ...(cursor !== undefined && { cursor }) }, signal),
    follow: follow && (({ data }) => follow(data)),
  });
  const reload = () => void query.refetch();
  const error = query.data === undefined ? query.error : null;
  if (error && !filter) return <ErrorAlert error={error} onRetry={reload} />;
  const name = title.toLowerCase();
  const idOf = (item: Item) => (item as Readonly<Record<string, unknown>>)[trackBy];
  const tickedItems = (query.data?.data ?? []).filter((item) => ticked.includes(idOf(item)));
  const isFiltered = filter && Object.keys(of).length > 0;
  return (
    <TimeStyle value="relative">
      <Table<Item>
        header={
          <Header
            variant="h2"
            actions={
              <SpaceBetween direction="horizontal" size="xs">
                <Button iconName="refresh" ariaLabel={`Refresh ${name}`} onClick={reload} />
                {filter && <ExportButton name={name} read={read} />}
                {bulk?.(tickedItems)}
                {actions}
              </SpaceBetween>
            }
          >
            {title}
          </Header>
        }
        items={query.data?.data ?? []}
        trackBy={trackBy}
        {...(bulk && {
          selectionType: 'multi',
          selectedItems: tickedItems,
          onSelectionChange: ({ detail }: { readonly detail: { readonly selectedItems: Item[] } }) =>
            setTicked(detail.selectedItems.map(idOf)),
        })}
        columnDefinitions={columns.map(({ name, cell, width }, position) => ({
          ...{ id: name, header: name, isRowHeader: position === 0 },
          cell: (item: Item) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: only its title is set, where the text is cut.
            <div className="cell" data-name={name} onMouseEnter={titleIfCut}>
              {cell(item)}
            </div>
          ),
          ...(width !== undefined && { minWidth: width }),
        }))}
        loading={query.isPending}
        loadingText={`Loading ${name}`}
        empty={
          error ? (
            <ErrorAlert error={error} items={[]} onRetry={reload} />
          ) : (
            <Box textAlign="center" padding="m" color="inherit">
              {isFiltered ? `No ${name} match these filters` : props.empty}
            </Box>
          )
        }
        enableKeyboardNavigation
        wrapLines
        filter={filter?.(error)}
        ariaLabels={{
          tableLabel: title,
          selectionGroupLabel: `Tick ${name}`,
          allItemsSelectionLabel: () => `Tick all ${name} of the page`,
          itemSelectionLabel: (_, item) => `Tick ${idOf(item)}`,
        }}
        pagination={
          <PageButtons
            name={name}
            at={pages.at}
            seen={pages.cursors.length}
            more={query.data?.has_more ?? false}
            busy={query.isPlaceholderData}
            onTurn={(to) => turn(to, query.data?.next_cursor ?? null)}
          />
        }
      />
    </TimeStyle>
  );
};

/** The whole text of a cell on hover, where it does not fit. */
const titleIfCut = ({ currentTarget: cell }: MouseEvent<HTMLElement>) => {
  cell.title = cell.scrollHeight > cell.clientHeight + 1 ? cell.innerText : '';
};

const PageButtons = (props: {
  readonly name: string;
  readonly at: number;
  readonly seen: number;
  readonly more: boolean;
  readonly busy: boolean;
  readonly onTurn: (to: number) => void;
}) => {
  const { name, at, seen, more, busy, onTurn } = props;
  if (seen === 1 && !more) return null;
  return (
    <Pagination
      currentPageIndex={at + 1}
      pagesCount={seen}
      openEnd={more || at + 1 < seen}
      disabled={busy}
      ariaLabels={{
        paginationLabel: `Pages of ${name}`,
        nextPageLabel: 'Next page',
        previousPageLabel: 'Previous page',
        pageLabel: (page) => `Page ${page}`,
      }}
      onChange={({ detail }) => onTurn(detail.currentPageIndex - 1)}
    />
  );
};

/** The customer of a listed resource, unless the list is that of one customer. */
export const customerColumn = <Item extends { readonly customer_id: string }>(query: {
  readonly customer_id?: string | undefined;
}): readonly Column<Item>[] =>
  query.customer_id === undefined
    ? [{ name: 'Customer', cell: ({ customer_id: id }) => <Go to={`/customers/${id}`}>{id}</Go>, width: 240 }]
    : [];
