import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Api, ListBody } from './client.ts';

/** Reads a page of a list. */
export type ReadList<Item> = (
  api: Api,
  page: { readonly limit: number; readonly cursor?: string },
  signal: AbortSignal,
) => Promise<{ readonly body: ListBody<Item> }>;

/**
 * The pages of a list seen so far: the cursor that each begins with, and which is shown, counted from 0. Null: a page before the
 * one that a copied link opened, whose cursor nobody has. And how many items are before each page; null: not known.
 */
type Pages = {
  readonly cursors: readonly (string | null)[];
  readonly before: readonly (number | null)[];
  readonly at: number;
};

/** A list starts at its first page, which has no cursor. */
export const firstPage: Pages = { cursors: [null], before: [0], at: 0 };

/** A copied link opens a page by its number, from 1, and its cursor. */
export const linkedPage = (cursor: string | null, page: number): Pages =>
  cursor !== null && page > 1 && page <= linked_page_max
    ? {
        cursors: [...Array(page - 1).fill(null), cursor],
        before: Array(page).fill(null),
        at: page - 1,
      }
    : firstPage;

const linked_page_max = 10_000;

/** The cursor of the shown page. */
export const cursorOf = ({ cursors, at }: Pages): string | undefined => cursors[at] ?? undefined;

/** How many items are before the shown page; null: not known. */
export const itemsBefore = ({ before, at }: Pages): number | null => before[at] ?? null;

/** The end of the shown page: how many items it has, and the cursor of the next one. */
type PageEnd = { readonly items: number; readonly next_cursor: string | null };

/**
 * Goes to a page that was seen, or to the next one by the end of the shown page; any other page cannot be reached. Where
 * the cursor of an earlier page is unknown, the list begins again.
 */
export const turnTo = (pages: Pages, to: number, { items, next_cursor }: PageEnd): Pages => {
  if (to < 0 || to === pages.at) return pages;
  if (to < pages.cursors.length)
    return to > 0 && pages.cursors[to] === null ? firstPage : { ...pages, at: to };
  if (to !== pages.at + 1 || next_cursor === null) return pages;
  const before = itemsBefore(pages);
  return {
    cursors: [...pages.cursors, next_cursor],
    before: [...pages.before, before === null ? null : before + items],
    at: to,
  };
};

/**
 * The pages of a list, kept with the entry of the browser's history: Back, Forward and Reload show the page that was left. The
 * page's own list also has its place in the address, where a copied link finds it. Other filters begin at the first page.
 */
export const usePages = (list: string, isInAddress: boolean) => {
  const [search] = useSearchParams();
  const { pathname, hash, state } = useLocation();
  const navigate = useNavigate();
  const linked = isInAddress
    ? linkedPage(search.get('cursor'), Number(search.get('page')))
    : firstPage;
  // An entry that an earlier version left has no `before`.
  const pages: Pages = { before: [], ...(state?.lists?.[list] ?? linked) };
  const turn = (to: number, end: PageEnd) => {
    const next = turnTo(pages, to, end);
    const query = new URLSearchParams(search);
    const cursor = cursorOf(next);
    for (const name of ['page', 'cursor']) query.delete(name);
    if (isInAddress && cursor !== undefined) {
      query.set('page', `${next.at + 1}`);
      query.set('cursor', cursor);
    }
    const lists = { ...state?.lists, [list]: next };
    void navigate({ pathname, search: `${query}`, hash }, { state: { ...state, lists } });
  };
  return [pages, turn] as const;
};
