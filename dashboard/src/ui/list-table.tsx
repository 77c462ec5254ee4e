import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { type ReactNode, useState } from 'react';
import type { Api } from '../api/client.ts';
import { cursorOf, firstPage, turnTo } from '../api/paging.ts';
import { useReadPage } from '../api/use-read.ts';
import { ProblemAlert } from './problem.tsx';

/** A page of a list, as every list of the API answers. */
export type ListBody<Item> = {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
};

/** One column; the first is the heading of its row. */
export type Column<Item> = {
  readonly name: string;
  readonly cell: (item: Item) => ReactNode;
  readonly width?: number;
};

type Listing<Item> = {
  /** What is listed, in words: “Customers”. */
  readonly title: string;
  readonly level?: 'h2' | 'h3';
  readonly description?: ReactNode;
  /** What is read besides the page of it: filters, the one it belongs to. */
  readonly of: readonly unknown[];
  readonly read: (
    api: Api,
    page: { readonly limit: number; readonly cursor?: string },
    signal: AbortSignal,
  ) => Promise<{ readonly body: ListBody<Item> }>;
  readonly idOf: (item: Item) => string;
  readonly columns: readonly Column<Item>[];
  readonly actions?: ReactNode;
  readonly filter?: ReactNode;
  /** What an empty list says, and what to do about it. */
  readonly empty: ReactNode;
  /** Milliseconds until the page is read again while something on it moves. */
  readonly follow?: (items: readonly Item[]) => number | false;
};

const page_items = 25;

/** A list of the API, page by page: nothing loads everything. Other filters begin at the first page. */
export const ListTable = <Item,>(props: Listing<Item>) => <Pages key={JSON.stringify(props.of)} {...props} />;

const Pages = <Item,>(props: Listing<Item>) => {
  const { title, of, read, idOf, columns, filter, empty, follow } = props;
  const [pages, setPages] = useState(firstPage);
  const cursor = cursorOf(pages);
  const query = useReadPage<ListBody<Item>>({
    key: [title, ...of, cursor],
    read: (api, signal) => read(api, { limit: page_items, ...(cursor !== undefined && { cursor }) }, signal),
    ...(follow && { follow: ({ data }) => follow(data) }),
  });
  if (query.isError && query.data === undefined)
    return <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Table
      header={<Heading listing={props} onReload={() => void query.refetch()} />}
      items={query.data?.data ?? []}
      trackBy={idOf}
      columnDefinitions={columns.map(columnOf)}
      loading={query.isPending}
      loadingText={`Loading ${title.toLowerCase()}`}
      empty={<Empty>{empty}</Empty>}
      enableKeyboardNavigation
      wrapLines
      {...(filter && { filter })}
      ariaLabels={{ tableLabel: title }}
      pagination={
        <Turning
          title={title}
          at={pages.at}
          seen={pages.cursors.length}
          more={query.data?.has_more ?? false}
          busy={query.isPlaceholderData}
          onTurn={(to) => setPages(turnTo(pages, to, query.data?.next_cursor ?? null))}
        />
      }
    />
  );
};

const columnOf = <Item,>({ name, cell, width }: Column<Item>, position: number): TableProps.ColumnDefinition<Item> => ({
  id: name,
  header: name,
  cell,
  isRowHeader: position === 0,
  ...(width !== undefined && { minWidth: width }),
});

const Heading = (props: {
  readonly listing: Pick<Listing<never>, 'title' | 'level' | 'description' | 'actions'>;
  readonly onReload: () => void;
}) => {
  const { title, level = 'h2', description, actions } = props.listing;
  return (
    <Header
      variant={level}
      {...(description && { description })}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <Button iconName="refresh" ariaLabel={`Refresh ${title.toLowerCase()}`} onClick={props.onReload} />
          {actions}
        </SpaceBetween>
      }
    >
      {title}
    </Header>
  );
};

const Empty = ({ children }: { readonly children: ReactNode }) => (
  <Box textAlign="center" padding="m" color="inherit">
    {children}
  </Box>
);

const Turning = (props: {
  readonly title: string;
  readonly at: number;
  readonly seen: number;
  readonly more: boolean;
  readonly busy: boolean;
  readonly onTurn: (to: number) => void;
}) => {
  const { title, at, seen, more, busy, onTurn } = props;
  if (seen === 1 && !more) return null;
  return (
    <Pagination
      currentPageIndex={at + 1}
      pagesCount={seen}
      openEnd={more || at + 1 < seen}
      disabled={busy}
      ariaLabels={{
        paginationLabel: `Pages of ${title.toLowerCase()}`,
        nextPageLabel: 'Next page',
        previousPageLabel: 'Previous page',
        pageLabel: (page) => `Page ${page}`,
      }}
      onChange={({ detail }) => onTurn(detail.currentPageIndex - 1)}
    />
  );
};
