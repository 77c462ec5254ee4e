/** A name with its value, as they are typed. `kept` is what the service shows of a value that it never tells again. */
export type Pair = { readonly name: string; readonly value: string; readonly kept?: string };

/** Named values for a form to begin with. */
export const pairsOf = (values: Readonly<Record<string, string>> = {}): readonly Pair[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

/** The same of values that are shown masked: one that nobody types anew stays what it is. */
export const maskedPairsOf = (values: Readonly<Record<string, string>> = {}): readonly Pair[] =>
  Object.entries(values).map(([name, kept]) => ({ name, value: '', kept }));

/** The values by their names; a line in which nothing was typed is none. */
export const recordOf = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(
    pairs.filter(({ name, value }) => name !== '' || value !== '').map((one) => [one.name, one.value]),
  );

/** What changed from some pairs to others, as a merge patch: what was taken out is null. */
export const pairChanges = (before: readonly Pair[], after: readonly Pair[]): Record<string, string | null> => {
  const [were, are] = [recordOf(before), recordOf(after)];
  const gone = Object.keys(were).filter((name) => !Object.hasOwn(are, name));
  const set = Object.entries(are).filter(([name, value]) => !Object.hasOwn(were, name) || were[name] !== value);
  return Object.fromEntries([...gone.map((name) => [name, null] as const), ...set]);
};

/** Whether one of them has the name of another before it: only one of the two could be kept. */
export const isRepeated = (pairs: readonly Pair[], at: number): boolean =>
  pairs.slice(0, at).some(({ name }) => name === pairs[at]?.name);

/** Why pairs cannot be sent as they are; null where they can. */
export const pairsUnable = (...all: readonly (readonly Pair[])[]): string | null =>
  all.some((pairs) => pairs.some((_, at) => isRepeated(pairs, at))) ? 'A name is used twice.' : null;

/** Where the API says of a pair that it is wrong, `within` an object of pairs. */
export const pairPointer = (within: string, { name }: Pair): string =>
  `${within}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Every place at which the API may say so. */
export const pairPointers = (within: string, pairs: readonly Pair[]): readonly string[] => [
  within,
  ...pairs.map((pair) => pairPointer(within, pair)),
];
