import { PanelRight, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type CallOf, callRoute, type ItemOf, type ListBody, type RouteId } from '../api/client.ts';
import { cursorOf, itemsBefore, type ReadList, usePages } from '../api/paging.ts';
import type { Placed } from '../api/places.ts';
import { useReading } from '../api/use-read.ts';
import { filled, inSentence, t } from '../texts/texts.ts';
import { Beside } from './beside.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { ExportButton } from './export.tsx';
import { CardsOf, CustomerLink, CustomersOf } from './links.tsx';
import { type Column, ColumnChoice } from './list-columns.tsx';
import { ListGrid } from './list-grid.tsx';
import { ListPages } from './list-pages.tsx';
import { usePreferences } from './list-preferences.ts';
import { useMedia } from './use-media.ts';
import { Buttons, Status, Time, TimeStyle } from './values.tsx';

/** A list of the API, as it is declared once for all its tables. */
export type Listing<Id extends RouteId> = {
  /** The items in words: “Customers”. */
  readonly title: string;
  readonly route: Id;
  /** The field that identifies an item, where it is not its id. */
  readonly trackBy?: string;
  readonly columns: readonly Column<ItemOf<Id>>[];
  /** Shown in an empty list without filters. */
  readonly empty: ReactNode;
  /** The actions on the selected rows of a page; without them no row can be selected. */
  readonly bulk?: (selected: readonly ItemOf<Id>[]) => ReactNode;
  /** The kind of an item whose page can be shown beside the list. */
  readonly beside?: Placed;
  /** Milliseconds until the page is read again while something on it changes. */
  readonly follow?: (items: readonly ItemOf<Id>[]) => number | false;
};

type Listed<Id extends RouteId> = {
  /** The filters, or the resource that the list belongs to. */
  readonly call?: CallOf<Id>;
  /** Reads in another way than by the call. */
  readonly read?: ReadList<ItemOf<Id>>;
  readonly actions?: ReactNode;
  /** The heading of the page is that of the list. */
  readonly isOnly?: true;
  /** The filters of the page's own list, with what is wrong with them. */
  readonly filter?: (error: unknown) => ReactNode;
};

const page_items = 25;

/** A list of the API, page by page: nothing loads everything. The rows stay until another page or filter is read. */
export const ListTable = <Id extends RouteId>(props: Listing<Id> & Listed<Id>) => {
  const { title, route, trackBy = 'id', actions, filter, follow, bulk, isOnly } = props;
  const isWide = useMedia('(min-width: 1200px)');
  const beside = filter && isWide ? props.beside : undefined;
  const [shown, show] = useState<string>();
  const call: { readonly query?: object } = props.call ?? {};
  const { query: filters = {} } = call;
  const byCall: ReadList<ItemOf<Id>> = (api, page, signal) =>
    callRoute(api, route, { ...call, query: { ...filters, ...page }, signal });
  const { read = byCall } = props;
  const [pages, turn] = usePages(JSON.stringify([title, call]), filter !== undefined);
  const columns = props.columns.filter(({ unless }) => !unless?.some((one) => one in filters));
  const preferences = usePreferences(route);
  const hidden = columns
    .slice(1)
    .filter((one) => preferences.isHidden(one.name))
    .flatMap(({ fields = [] }) => fields);
  const [ids, select] = useState<readonly unknown[]>([]);
  const cursor = cursorOf(pages);
  const query = useReading<ListBody<ItemOf<Id>>>(
    [route, title, call, cursor],
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
  const isBeside = beside !== undefined && preferences.isBeside;
  const selected = items.filter((item) => ids.includes(idOf(item)));
  const isFiltered = filter && Object.keys(filters).length > 0;
  const emptyText = isFiltered ? filled(t.ui.noNameMatchThese, { name }) : props.empty;
  return (
    <>
      <CustomersOf of={columns.some(({ name }) => name === t.all.customer) ? items : []}>
        <CardsOf of={columns.some(({ name }) => name === t.all.card) ? items : []}>
          <TimeStyle value="relative">
            <div className="list-whole">
              <div className="list-tools">
                {filter ? filter(error) : !isOnly && <h2>{title}</h2>}
                <Buttons>
                  {actions}
                  {filter && <ExportButton name={name} read={read} without={hidden} />}
                  <button
                    type="button"
                    className="tool"
                    aria-label={filled(t.ui.refreshName, { name })}
                    title={filled(t.ui.refreshName, { name })}
                    onClick={reload}
                  >
                    <RefreshCw size={16} aria-hidden />
                  </button>
                  {beside && (
                    <button
                      type="button"
                      className="tool"
                      aria-label={t.lists.sidePanel}
                      title={t.lists.sidePanel}
                      aria-pressed={isBeside}
                      onClick={() => preferences.setBeside(!isBeside)}
                    >
                      <PanelRight size={16} aria-hidden />
                    </button>
                  )}
                  <ColumnChoice name={name} columns={columns} preferences={preferences} />
                </Buttons>
              </div>
              <ListGrid
                title={title}
                name={name}
                items={items}
                idOf={idOf}
                columns={columns.filter((one, at) => at === 0 || !preferences.isHidden(one.name))}
                isCompact={preferences.isCompact}
                isBusy={query.isPending || query.isPlaceholderData}
                selection={
                  bulk && { ids: selected.map(idOf), select, actions: () => bulk(selected) }
                }
                shown={isBeside ? { id: shown, show } : undefined}
                empty={
                  error ? (
                    <ErrorAlert error={error} items={[]} onRetry={reload} />
                  ) : (
                    <div className="list-empty" role="status">
                      {query.isPending ? filled(t.ui.loadingName, { name }) : emptyText}
                    </div>
                  )
                }
              />
              {query.data && (
                <ListPages
                  title={title}
                  count={items.length}
                  before={itemsBefore(pages)}
                  unreadable={query.data.unreadable ?? 0}
                  page={pages.at}
                  hasMore={query.data.has_more || pages.at + 1 < pages.cursors.length}
                  isBusy={query.isPlaceholderData}
                  onTurn={(to) =>
                    turn(to, { items: items.length, next_cursor: query.data.next_cursor })
                  }
                />
              )}
            </div>
          </TimeStyle>
        </CardsOf>
      </CustomersOf>
      {isBeside && <Beside name={beside} id={shown} onClose={() => preferences.setBeside(false)} />}
    </>
  );
};

/** The customer of a listed resource, unless the list is that of one customer. */
export const customerColumn: Column<{ readonly customer_id: string }> = {
  name: t.all.customer,
  fields: ['customer_id'],
  cell: (one) => <CustomerLink of={one} />,
  width: 160,
  unless: ['customer_id', 'card_id', 'authorization_id'],
};

/** The cells that many lists have. */
export const statusColumn = {
  name: t.all.status,
  fields: ['status'],
  cell: ({ status }: { readonly status: string }) => <Status status={status} />,
  width: 110,
  least: 116,
};
export const createdColumn = {
  name: t.all.created,
  fields: ['created_at'],
  cell: ({ created_at: at }: { readonly created_at: string }) => <Time at={at} />,
};
