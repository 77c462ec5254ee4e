import { ChevronLeft, ChevronRight } from 'lucide-react';
import { counted, filled, inSentence, number, t } from '../texts/texts.ts';

/** Where a person is in a list: how much of it is shown, what it lacks, and the way to its other pages. */
export const ListPages = (props: {
  /** The items in words: “Customers”. */
  readonly title: string;
  readonly count: number;
  /** How many items are on the pages before; null: not known. */
  readonly before: number | null;
  readonly unreadable: number;
  /** Counted from 0. */
  readonly page: number;
  readonly hasMore: boolean;
  readonly isBusy: boolean;
  readonly onTurn: (page: number) => void;
}) => {
  const { title, count, before, unreadable, page, hasMore, isBusy, onTurn } = props;
  const isOnly = page === 0 && !hasMore;
  const pageText =
    before === null || count === 0
      ? filled(hasMore ? t.lists.pageMoreFollow : t.lists.pageTheLast, { page: number(page + 1) })
      : filled(hasMore ? t.lists.itemsMoreFollow : t.lists.itemsOf, {
          first: number(before + 1),
          last: number(before + count),
          total: number(before + count),
        });
  return (
    <>
      {unreadable > 0 && (
        <p className="list-note">
          {counted(t.lists.unreadable, unreadable)} <code>{t.lists.repairCommand}</code>
        </p>
      )}
      {(count > 0 || !isOnly) && (
        <div className="list-pages">
          <span>
            {isOnly ? filled(t.lists.countName, { title, count: number(count) }) : pageText}
          </span>
          {!isOnly && (
            <nav aria-label={filled(t.ui.pagesOfName, { name: inSentence(title) })}>
              <button
                type="button"
                className="tool"
                aria-label={t.lists.previousPage}
                title={t.lists.previousPage}
                disabled={page === 0 || isBusy}
                onClick={() => onTurn(page - 1)}
              >
                <ChevronLeft size={16} aria-hidden />
              </button>
              <button
                type="button"
                className="tool"
                aria-label={t.lists.nextPage}
                title={t.lists.nextPage}
                disabled={!hasMore || isBusy}
                onClick={() => onTurn(page + 1)}
              >
                <ChevronRight size={16} aria-hidden />
              </button>
            </nav>
          )}
        </div>
      )}
    </>
  );
};
