import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { cursorOf, firstPage, linkedPage, type Pages, turnTo } from './paging.ts';

/**
 * The pages of a list, kept with the entry of the browser's history: Back, Forward and Reload show the page that was left. The
 * page's own list also has its place in the address, where a copied link finds it. Other filters begin at the first page.
 */
export const usePages = (list: string, isInAddress: boolean) => {
  const [search] = useSearchParams();
  const { pathname, hash, state } = useLocation();
  const navigate = useNavigate();
  const linked = isInAddress ? linkedPage(search.get('cursor'), Number(search.get('page'))) : firstPage;
  const pages: Pages = state?.lists?.[list] ?? linked;
  const turn = (to: number, nextCursor: string | null) => {
    const next = turnTo(pages, to, nextCursor);
    const query = new URLSearchParams(search);
    const cursor = cursorOf(next);
    for (const [name, value] of [
      ['page', cursor && `${next.at + 1}`],
      ['cursor', cursor],
    ] as const)
      if (isInAddress && value) query.set(name, value);
      else query.delete(name);
    const lists = { ...state?.lists, [list]: next };
    void navigate({ pathname, search: `${query}`, hash }, { state: { ...state, lists }, preventScrollReset: true });
  };
  return [pages, turn] as const;
};
