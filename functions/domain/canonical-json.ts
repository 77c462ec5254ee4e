/** One text for all orders in which an object's members may stand; the order of a list means something and stays. */
export const canonicalJson = (value: unknown): string => JSON.stringify(ordered(value));

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
};
