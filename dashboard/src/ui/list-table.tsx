import {
  Box,
  Button,
  CollectionPreferences,
  Pagination,
  Table,
} from '@cloudscape-design/components';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { type CallOf, callRoute, type ItemOf, type ListBody, type RouteId } from '../api/client.ts';
import { cursorOf, type ReadList, usePages } from '../api/paging.ts';
import { useReading } from '../api/use-read.ts';
import { filled, inSentence, t } from '../texts/texts.ts';
import { ErrorAlert } from './error-alert.tsx';
import { ExportButton } from './export.tsx';
import { usePreferences } from './list-preferences.ts';
import { Buttons, CustomerLink, CustomersOf, isShown, Status, Time, TimeStyle } from './values.tsx';

/** One column; the first is the heading of its row. */
export type Column<Item> = {
  readonly name: string;
  /** What it shows of an item: a dash where that is nothing. */
  readonly cell: (item: Item) => ReactNode;
  /** Its least width in pixels; absent: that of a time. */
  readonly width?: number;
  /** An amount or a count: its digits end below one another. */
  readonly isNumber?: true;
  /** Left out where the list is filtered by one of these. */
  readonly unless?: readonly string[];
};

/** A list of the API, as it is declared once for all its tables. */
export type Listing<Id extends RouteId> = {
  /** What is listed, in words: “Customers”. */
  readonly title: string;
  readonly route: Id;
  /** The field that identifies an item, where it is not its id. */
  readonly trackBy?: string;
  readonly columns: readonly Column<ItemOf<Id>>[];
  /** Shown in an empty list without filters. */
  readonly empty: ReactNode;
  /** What can be done with the ticked rows of a page; without it no row can be ticked. */
  readonly bulk?: (ticked: readonly ItemOf<Id>[]) => ReactNode;
  /** Milliseconds until the page is read again while something on it changes. */
  readonly follow?: (items: readonly ItemOf<Id>[]) => number | false;
};

type Listed<Id extends RouteId> = {
  /** What is read besides its page: filters, or the resource that the list belongs to. */
  readonly call?: CallOf<Id>;
  /** Reads in another way than by the call. */
  readonly read?: ReadList<ItemOf<Id>>;
  readonly actions?: ReactNode;
  /** The filters of the page's own list, with what is wrong with them. */
  readonly filter?: (error: unknown) => ReactNode;
};

const page_items = 25;
const column_width_px = 110;

/** A list of the API, page by page: nothing loads everything. What was shown stays until another page or filter is read. */
export const ListTable = <Id extends RouteId>(props: Listing<Id> & Listed<Id>) => {
  const { title, route, trackBy = 'id', actions, filter, follow, bulk } = props;
  const call: { readonly query?: object } = props.call ?? {};
  const { query: filters = {} } = call;
  const byCall: ReadList<ItemOf<Id>> = (api, page, signal) =>
    callRoute(api, route, { ...call, query: { ...filters, ...page }, signal });
  const { read = byCall } = props;
  const [pages, turn] = usePages(JSON.stringify([title, call]), filter !== undefined);
  const columns = props.columns.filter(({ unless }) => !unless?.some((one) => one in filters));
  const [preferences, prefer] = usePreferences(route, columns);
  const [ticked, setTicked] = useState<readonly unknown[]>([]);
  const cursor = cursorOf(pages);
  const query = useReading<ListBody<ItemOf<Id>>>(
    [title, route, call, cursor],
    (api, signal) =>
      read(api, { limit: page_items, ...(cursor !== undefined && { cursor }) }, signal),
    { keep: true, follow: follow && (({ data }) => follow(data)) },
  );
  const reload = () => void query.refetch();
  const error = query.data === undefined ? query.error : null;
  if (error && !filter) return <ErrorAlert error={error} onRetry={reload} />;
  const name = inSentence(title);
  const idOf = (item: ItemOf<Id>) => (item as Readonly<Record<string, unknown>>)[trackBy];
  const items = query.data?.data ?? [];
  const tickedItems = items.filter((item) => ticked.includes(idOf(item)));
  const isFiltered = filter && Object.keys(filters).length > 0;
  return (
    <CustomersOf of={columns.some((one) => one === customerColumn) ? items : []}>
      <TimeStyle value="relative">
        <Table<ItemOf<Id>>
          variant="borderless"
          header={
            <div className="list-tools">
              {filter ? filter(error) : <h2>{title}</h2>}
              <Buttons>
                {bulk?.(tickedItems)}
                {actions}
                {filter && <ExportButton name={name} read={read} />}
                <Button
                  iconName="refresh"
                  ariaLabel={filled(t.ui.refreshName, { name })}
                  loading={query.isPlaceholderData}
                  onClick={reload}
                />
                <CollectionPreferences
                  preferences={preferences}
                  contentDensityPreference={{}}
                  contentDisplayPreference={{
                    options: columns.map(({ name }, at) => ({
                      id: name,
                      label: name,
                      alwaysVisible: at === 0,
                    })),
                  }}
                  onConfirm={({ detail }) => prefer(detail)}
                />
              </Buttons>
            </div>
          }
          items={items}
          trackBy={trackBy}
          {...(bulk && {
            selectionType: 'multi',
            selectedItems: tickedItems,
            onSelectionChange: ({
              detail,
            }: {
              readonly detail: { readonly selectedItems: ItemOf<Id>[] };
            }) => setTicked(detail.selectedItems.map(idOf)),
          })}
          columnDefinitions={columns.map(
            ({ name, cell, width = column_width_px, isNumber }, at) => ({
              ...{
                id: name,
                header: <div className={isNumber ? 'list-head number' : 'list-head'}>{name}</div>,
                isRowHeader: at === 0,
              },
              cell: (item: ItemOf<Id>) => {
                const content = cell(item);
                return (
                  // biome-ignore lint/a11y/noStaticElementInteractions: only its title is set, where the text is cut.
                  <div
                    className={isNumber ? 'cell number' : 'cell'}
                    data-name={name}
                    onMouseEnter={titleIfCut}
                  >
                    {isShown(content) ? content : '–'}
                  </div>
                );
              },
              minWidth: width,
            }),
          )}
          columnDisplay={preferences.contentDisplay}
          contentDensity={preferences.contentDensity}
          loading={query.isPending}
          loadingText={filled(t.ui.loadingName, { name })}
          empty={
            error ? (
              <ErrorAlert error={error} items={[]} onRetry={reload} />
            ) : (
              <Box textAlign="center" padding="m" color="inherit">
                {isFiltered ? filled(t.ui.noNameMatchThese, { name }) : props.empty}
              </Box>
            )
          }
          enableKeyboardNavigation
          wrapLines
          ariaLabels={{
            tableLabel: title,
            selectionGroupLabel: filled(t.ui.tickName, { name }),
            allItemsSelectionLabel: () => filled(t.ui.tickAllNameOfThe, { name }),
            itemSelectionLabel: (_, item) => filled(t.ui.tickId, { id: idOf(item) }),
          }}
          footer={
            (pages.cursors.length > 1 || query.data?.has_more) && (
              <div className="list-pages">
                <Pagination
                  currentPageIndex={pages.at + 1}
                  pagesCount={pages.cursors.length}
                  openEnd={query.data?.has_more || pages.at + 1 < pages.cursors.length}
                  disabled={query.isPlaceholderData}
                  ariaLabels={{ paginationLabel: filled(t.ui.pagesOfName, { name }) }}
                  onChange={({ detail }) =>
                    turn(detail.currentPageIndex - 1, query.data?.next_cursor ?? null)
                  }
                />
              </div>
            )
          }
        />
      </TimeStyle>
    </CustomersOf>
  );
};

/** The whole text of a cell on hover, where it does not fit. */
const titleIfCut = ({ currentTarget: cell }: MouseEvent<HTMLElement>) => {
  const isCut =
    cell.scrollHeight > cell.clientHeight + 1 || cell.scrollWidth > cell.clientWidth + 1;
  cell.title = isCut ? cell.innerText : '';
};

/** The customer of a listed resource, unless the list is that of one customer. */
export const customerColumn: Column<{ readonly customer_id: string }> = {
  name: t.all.customer,
  cell: (one) => <CustomerLink of={one} />,
  width: 160,
  unless: ['customer_id', 'card_id', 'authorization_id'],
};

/** The cells that many lists have. */
export const statusColumn = {
  name: t.all.status,
  cell: ({ status }: { readonly status: string }) => <Status status={status} />,
  width: 110,
};
export const createdColumn = {
  name: t.all.created,
  cell: ({ created_at: at }: { readonly created_at: string }) => <Time at={at} />,
};
