/** Whether two JSON values are equal; the order of an object's members does not matter, that of a list does. */
export const deepEqual = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every(
    (name) => Object.hasOwn(other, name) && deepEqual(memberOf(one, name), memberOf(other, name)),
  );
};

/** A table keeps the members of a map in no order; shown by their names, the same map is always the same bytes. */
export const byName = (pairs: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(pairs).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** The members of `before` whose value differs in `after`: what an update's event shows as `previous`. */
export const changedFrom = (before: object, after: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(before).filter(([name, value]) => !deepEqual(value, memberOf(after, name))),
  );

const memberOf = (object: object, name: string) => (object as Record<string, unknown>)[name];

/** One text for all orders in which an object's members may stand; the order of a list means something and stays. */
export const canonicalJson = (value: unknown): string => JSON.stringify(ordered(value));

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
};

/**
 * A JSON merge patch (RFC 7396): objects merge member by member, arrays and values replace, null removes.
 * `__proto__` is a member like any other and never reaches a prototype.
 */
export const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether objects and lists are nested at most `levels_max` deep: `{}` is one level, `1` none.
 * Level by level, without recursion: 200 KB of brackets must not end in a stack overflow.
 */
export const depthWithin = (value: unknown, levels_max: number): boolean => {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= levels_max; depth += 1) {
    const containers = level.filter((member) => typeof member === 'object' && member !== null);
    if (containers.length === 0) return true;
    level = containers.flatMap((container) => Object.values(container as object));
  }
  return false;
};

/** JSON pointers of members that occur twice in one object of a valid JSON text: JSON.parse keeps only the last. */
export const duplicateMembers = (text: string): string[] => {
  const found: string[] = [];
  const open: Container[] = [];
  for (const [token] of text.matchAll(structure)) {
    const top = open.at(-1);
    if (token === '{') open.push({ names: new Set(), at: '', expectsName: true });
    else if (token === '[') open.push({ at: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (!top) continue;
    else if (token === ',') advance(top);
    else if (top.expectsName) {
      top.at = String(JSON.parse(token));
      top.expectsName = false;
      if (top.names?.has(top.at)) found.push(pointerOf(open.map(({ at }) => at)));
      top.names?.add(top.at);
    }
  }
  return found;
};

/**
 * The value of a JSON text that decides something; undefined where the text is no JSON or an object names a member twice. Readers
 * differ in which of the two members they take (RFC 8259, section 4).
 */
export const parseUnambiguousJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return duplicateMembers(text).length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * JSON pointers of texts that are no Unicode: half of a surrogate pair, which JSON can write as an escape and no store takes.
 * A name of a member that is none is found at its object.
 */
export const brokenTexts = (value: unknown, path: readonly (string | number)[] = []): string[] => {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [pointerOf(path)];
  if (typeof value !== 'object' || value === null) return [];
  const names = Object.keys(value);
  return [
    ...(names.every((name) => name.isWellFormed()) ? [] : [pointerOf(path)]),
    ...names.flatMap((name) =>
      name.isWellFormed() ? brokenTexts(memberOf(value, name), [...path, name]) : [],
    ),
  ];
};

/** A JSON pointer (RFC 6901). */
export const pointerOf = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The names that a JSON pointer consists of. */
export const namesIn = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The texts and the punctuation of JSON; a text is one token, whatever it contains. */
const structure = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/** An open object with its names so far, or a list; `at` is its current member. */
type Container = { readonly names?: Set<string>; at: string | number; expectsName?: boolean };

const advance = (top: Container) => {
  if (top.names) top.expectsName = true;
  else top.at = Number(top.at) + 1;
};

/** A value of which nothing can be changed. */
export type ReadonlyDeep<T> = T extends object
  ? { readonly [name in keyof T]: ReadonlyDeep<T[name]> }
  : T;

/** A list in its order, in lists of so many at most. */
export const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, nth) =>
    all.slice(nth * size, (nth + 1) * size),
  );
