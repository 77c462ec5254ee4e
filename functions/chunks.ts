/** A list in its order, in lists of so many at most. */
export const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, nth) => all.slice(nth * size, (nth + 1) * size));
