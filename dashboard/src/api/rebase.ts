type Fields = Readonly<Record<string, unknown>>;

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * The fields of a PATCH that a person changed, for the newest version of what they read; undefined if one of these fields has
 * another value meanwhile. An empty object changes nothing.
 */
export const rebased = (patch: Fields, read: Fields, newest: Fields): Fields | undefined => {
  const changed = Object.entries(patch).filter(
    ([name, value]) => !isSame(value, read[name]) && !isSame(value, {}),
  );
  const isFree = ([name, value]: readonly [string, unknown]) =>
    isSame(newest[name], read[name]) || isSame(newest[name], value);
  return changed.every(isFree) ? Object.fromEntries(changed) : undefined;
};
