/** The pages of a list seen so far: the cursor that each begins with, and which is shown, counted from 0. */
export type Pages = { readonly cursors: readonly (string | undefined)[]; readonly at: number };

/** A list starts at its first page, which has no cursor. */
export const firstPage: Pages = { cursors: [undefined], at: 0 };

/** The cursor of the shown page. */
export const cursorOf = ({ cursors, at }: Pages): string | undefined => cursors[at];

/** Goes to a page that was seen, or to the next one by the cursor of the last response; any other page cannot be reached. */
export const turnTo = (pages: Pages, to: number, nextCursor: string | null): Pages => {
  if (to < 0 || to === pages.at) return pages;
  if (to < pages.cursors.length) return { ...pages, at: to };
  if (to !== pages.at + 1 || nextCursor === null) return pages;
  return { cursors: [...pages.cursors, nextCursor], at: to };
};
