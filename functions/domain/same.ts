/** Whether two JSON values are equal; the order of an object's members does not matter, that of a list does. */
export const same = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && same(memberOf(one, name), memberOf(other, name)));
};

/** The members of `before` whose value differs in `after`: what an update's event shows as `previous`. */
export const changedFrom = (before: object, after: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(before).filter(([name, value]) => !same(value, memberOf(after, name))));

const memberOf = (object: object, name: string) => (object as Record<string, unknown>)[name];
