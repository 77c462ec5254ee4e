/** A table keeps the members of a map in no order; shown by their names, the same map is always the same bytes. */
export const byName = (pairs: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(pairs).toSorted(([one], [other]) => (one < other ? -1 : 1)));
